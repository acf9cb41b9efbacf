//! Samples of profilers for [`super::structured`]: packets of any profiler, and events of V8's.

use perfetty_messages::inline_callstack::Frame;
use perfetty_messages::stack_sample::{
    AsyncContextDescriptor, CounterDescriptor, ExecutionContext, TaskContext,
};
use perfetty_messages::track_event::LegacyEvent;
use perfetty_messages::{
    DebugAnnotation, InlineCallstack, InternedData, StackSample, StackSampleDefaults,
    StreamingProfilePacket, TrackEvent,
};

use super::structured::Choices;

/// A sample of some profiler.
pub(crate) fn sample(c: &mut Choices<'_>) -> StackSample {
    StackSample {
        task_context: c.maybe(task),
        task_context_iid: c.maybe(Choices::few),
        execution_context: c.maybe(execution),
        execution_context_iid: c.maybe(Choices::few),
        callstack: c.maybe(|c| InlineCallstack {
            frames: c.several(|c| Frame {
                function_name: c.maybe(Choices::text),
                source_file: c.maybe(Choices::text),
                line_number: c.maybe(|c| c.number() as u32),
            }),
        }),
        callstack_iid: c.maybe(Choices::few),
        unwind_error: c.maybe(Choices::text),
        unwind_error_iid: c.maybe(Choices::few),
        primary_descriptor: c.maybe(counter),
        primary_descriptor_iid: c.maybe(Choices::few),
        primary_weight: c.maybe(Choices::number),
        follower_descriptors: c.several(counter),
        follower_descriptor_iids: c.several(Choices::few),
        follower_weights: c.several(Choices::number),
    }
}

/// Samples of Chromium's profiler.
pub(crate) fn streaming(c: &mut Choices<'_>) -> StreamingProfilePacket {
    StreamingProfilePacket {
        callstack_iid: c.several(Choices::few),
        timestamp_delta_us: c.several(Choices::signed),
        process_priority: c.maybe(Choices::small),
    }
}

/// What samples of a sequence need not repeat.
pub(crate) fn defaults(c: &mut Choices<'_>) -> StackSampleDefaults {
    StackSampleDefaults {
        source: c.maybe(Choices::text),
        primary_descriptor: c.maybe(counter),
        follower_descriptors: c.several(counter),
    }
}

/// Adds what samples refer to by number.
pub(crate) fn intern(c: &mut Choices<'_>, data: &mut InternedData) {
    data.stack_sample_task_contexts = c.several(task);
    data.stack_sample_execution_contexts = c.several(execution);
    data.stack_sample_counter_descriptors = c.several(counter);
    data.stack_sample_async_context_descriptors = c.several(|c| AsyncContextDescriptor {
        iid: c.maybe(Choices::few),
        name: c.maybe(Choices::text),
        kind: c.maybe(Choices::text),
        parent_iid: c.maybe(Choices::few),
    });
}

/// The start or a chunk of a profile of V8.
pub(crate) fn v8_event(c: &mut Choices<'_>) -> TrackEvent {
    let data = if c.yes() {
        format!(r#"{{"startTime":{}}}"#, c.signed())
    } else {
        let nodes = c.several(|c| {
            let (id, parent, child, line) = (c.few(), c.few(), c.few(), c.signed());
            let parent = c.maybe(|_| format!(r#""parent":{parent},"#));
            let parent = parent.unwrap_or_default();
            format!(
                r#"{{"id":{id},{parent}"children":[{child}],"callFrame":{{"functionName":"f","url":"u","lineNumber":{line},"columnNumber":{line}}}}}"#
            )
        });
        let samples = c.several(|c| c.few().to_string());
        let deltas: Vec<String> = samples.iter().map(|_| c.signed().to_string()).collect();
        format!(
            r#"{{"cpuProfile":{{"nodes":[{}],"samples":[{}]}},"timeDeltas":[{}]}}"#,
            nodes.join(","),
            samples.join(","),
            deltas.join(",")
        )
    };
    TrackEvent {
        track_uuid: c.maybe(Choices::few),
        debug_annotations: vec![DebugAnnotation {
            name: Some(b"data".to_vec()),
            legacy_json_value: Some(data.into_bytes()),
            ..DebugAnnotation::default()
        }],
        legacy_event: Some(LegacyEvent {
            phase: Some(i32::from(b'P')),
            unscoped_id: c.maybe(Choices::few),
            ..LegacyEvent::default()
        }),
        ..TrackEvent::default()
    }
}

fn task(c: &mut Choices<'_>) -> TaskContext {
    TaskContext {
        iid: c.maybe(Choices::few),
        pid: c.maybe(|c| c.few() as u32),
        tid: c.maybe(|c| c.few() as u32),
        async_id: c.maybe(Choices::few),
    }
}

fn execution(c: &mut Choices<'_>) -> ExecutionContext {
    ExecutionContext {
        iid: c.maybe(Choices::few),
        cpu: c.maybe(|c| c.number() as u32),
        mode: c.maybe(Choices::small),
    }
}

fn counter(c: &mut Choices<'_>) -> CounterDescriptor {
    CounterDescriptor {
        iid: c.maybe(Choices::few),
        name: c.maybe(Choices::text),
        unit: c.maybe(Choices::small),
        unit_str: c.maybe(Choices::text),
        unit_multiplier: c.maybe(Choices::number),
        description: c.maybe(Choices::text),
        scope: c.maybe(Choices::small),
    }
}

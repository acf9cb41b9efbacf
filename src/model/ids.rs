//! Typed row numbers of the tables of one trace.

use crate::typed_id;

typed_id! {
    /// A row of the track table, in the order in which the reference creates tracks.
    TrackId
}
typed_id! {
    /// A slice: a row of [`super::slice::SliceTable`], grouped by track and depth.
    ///
    /// This is not the SQL id: that one is [`super::trace::Trace::sql_ids`].
    SliceId
}
typed_id! {
    /// A sample of [`super::counter::CounterTable`], grouped by track.
    CounterId
}
typed_id! {
    /// A sample of a profiler: a row of the `stack_sample` and `perf_sample` tables.
    StackSampleId
}
typed_id! {
    /// A row of the flow table.
    FlowId
}
typed_id! {
    /// A process, unique in the trace although pids are reused. 0 is the idle process.
    Upid
}
typed_id! {
    /// A thread, unique in the trace although tids are reused. 0 is the idle thread.
    Utid
}
typed_id! {
    /// A set of arguments held in memory; see [`super::args::ArgSets`].
    ArgSetId
}
typed_id! {
    /// A distinct pair of slice name and category.
    LabelId
}
typed_id! {
    /// A node of the [`super::track_tree::TrackTree`].
    NodeId
}
typed_id! {
    /// A row of the `sched` table: one stay of a thread on a CPU.
    SchedId
}
typed_id! {
    /// A row of the `thread_state` table.
    ThreadStateId
}

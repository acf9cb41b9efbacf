//! What Chromium calls its kinds of processes and threads: descriptors have numbers for them.

use crate::import::sink::listed;

/// Names of `ChromeProcessDescriptor.ProcessType`, as the reference prints them.
const PROCESSES: [&str; 42] = [
    "",
    "Browser",
    "Renderer",
    "Utility",
    "SandboxHelper",
    "PROCESS_SANDBOX_HELPER",
    "Gpu",
    "PpapiPlugin",
    "PpapiBroker",
    "Service: network.mojom.NetworkService",
    "Service: tracing.mojom.TracingService",
    "Service: storage.mojom.StorageService",
    "Service: audio.mojom.AudioService",
    "Service: data_decoder.mojom.DataDecoderService",
    "Service: chrome.mojom.UtilWin",
    "Service: proxy_resolver.mojom.ProxyResolverFactory",
    "Service: media.mojom.CdmServiceBroker",
    "Service: video_capture.mojom.VideoCaptureService",
    "Service: unzip.mojom.Unzipper",
    "Service: mirroring.mojom.MirroringService",
    "Service: patch.mojom.FilePatcher",
    "Service: chromeos.tts.mojom.TtsService",
    "Service: printing.mojom.PrintingService",
    "Service: quarantine.mojom.Quarantine",
    "Service: chromeos.local_search_service.mojom.LocalSearchService",
    "Service: chromeos.assistant.mojom.AssistantAudioDecoderFactory",
    "Service: chrome.mojom.FileUtilService",
    "Service: printing.mojom.PrintCompositor",
    "Service: paint_preview.mojom.PaintPreviewCompositorCollection",
    "Service: media.mojom.SpeechRecognitionService",
    "Service: device.mojom.XRDeviceService",
    "Service: chrome.mojom.UtilReadIcon",
    "Service: language_detection.mojom.LanguageDetectionService",
    "Service: sharing.mojom.Sharing",
    "Service: chrome.mojom.MediaParserFactory",
    "Service: qrcode_generator.mojom.QRCodeService",
    "Service: chrome.mojom.ProfileImport",
    "Service: chromeos.ime.mojom.ImeService",
    "Service: recording.mojom.RecordingService",
    "Service: shape_detection.mojom.ShapeDetectionService",
    "Extension Renderer",
    "Service: media.mojom.MediaFoundationServiceBroker",
];

/// Names of `ChromeThreadDescriptor.ThreadType`, as the reference prints them.
const THREADS: [&str; 53] = [
    "",
    "CrProcessMain",
    "ChromeIOThread",
    "ThreadPoolBackgroundWorker&",
    "ThreadPoolForegroundWorker&",
    "ThreadPoolSingleThreadForegroundBlocking&",
    "ThreadPoolSingleThreadBackgroundBlocking&",
    "ThreadPoolService",
    "Compositor",
    "VizCompositorThread",
    "CompositorTileWorker&",
    "ServiceWorkerThread&",
    "NetworkService",
    "Chrome_ChildIOThread",
    "Chrome_IOThread",
    "CrBrowserMain",
    "CrRendererMain",
    "CrUtilityMain",
    "CrGpuMain",
    "CacheThread_BlockFile",
    "Media",
    "AudioOutputDevice",
    "AudioInputDevice",
    "GpuMemoryThread",
    "GpuVSyncThread",
    "DXVAVideoDecoderThread",
    "BrowserWatchdog",
    "WebRTC_Network",
    "Window owner thread",
    "WebRTC_Signaling",
    "WebRTC_Worker",
    "CrPPAPIMain",
    "GpuWatchdog",
    "swapper",
    "Gamepad polling thread",
    "WebCrypto",
    "Database thread",
    "Proxy Resolver",
    "Chrome_DevToolsADBThread",
    "NetworkConfigWatcher",
    "wasapi_render_thread",
    "LoaderLockSampler",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "MemoryInfra",
    "StackSamplingProfiler",
    "CompositorGpuThread",
];

/// What the reference prints for numbers between two kinds of threads.
const UNKNOWN_THREAD: &str = "PBZERO_UNKNOWN_ENUM_VALUE";

/// Returns what a kind of processes is called.
pub(super) fn process_name(kind: u64) -> Option<&'static str> {
    name(&PROCESSES, kind)
}

/// Returns what a kind of threads is called.
pub(super) fn thread_name(kind: u64) -> Option<&'static str> {
    match kind {
        42..=49 => Some(UNKNOWN_THREAD),
        _ => name(&THREADS, kind),
    }
}

fn name(names: &[&'static str], kind: u64) -> Option<&'static str> {
    let name = listed(names, kind)?;
    (!name.is_empty()).then_some(name)
}

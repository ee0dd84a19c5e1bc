import Foundation
import Networking
import Observability

/// What one run tells about its calls: the monitor that hears of them, and what is shown of it in the end.
struct Watching: Sendable {
    private let options: WatchingOptions
    private let recorder = TraceRecorder(keeping: 1_000)

    init(_ options: WatchingOptions) {
        self.options = options
    }

    /// `others` are told too.
    func monitor(beside others: [any EventMonitor] = []) -> any EventMonitor {
        var monitors = others
        if options.verbose { monitors.append(LogMonitor.onStandardError(label: "strata")) }
        if options.trace || options.traceFile != nil { monitors.append(recorder) }
        return monitors.isEmpty ? SilentMonitor() : CombinedMonitor(monitors)
    }

    /// Draws what was recorded, whether the command went well or not.
    func show(on terminal: Terminal) throws(Failure) {
        let traces = recorder.traces
        if options.trace {
            for trace in traces { Waterfall(trace).lines(terminal).forEach(terminal.note) }
        }
        guard let path = options.traceFile else { return }
        do {
            try Data(TracePage(traces: traces).html.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure("The trace can't be written to \(path).", .unsuitableFile)
        }
    }
}

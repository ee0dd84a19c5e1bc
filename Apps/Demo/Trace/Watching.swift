import Foundation
import Networking
import Observability

/// What one run tells about its calls: the monitor that hears of them, and what is shown of it in the end.
struct Watching: Sendable {
    private let options: WatchingOptions
    private let explainsRetries: Bool
    private let recorder: TraceRecorder

    /// - Parameter explainsRetries: whether to say why a call was not sent again, because retries were asked for.
    init(_ options: WatchingOptions, explainsRetries: Bool) {
        self.options = options
        self.explainsRetries = explainsRetries
        recorder = TraceRecorder(limit: options.trace || options.traceFile != nil ? 1_000 : 1)
    }

    /// `others` are told too.
    func monitor(beside others: [any EventMonitor] = []) -> any EventMonitor {
        var monitors = others + [recorder]
        if options.verbose { monitors.append(LogMonitor.onStandardError(label: "strata")) }
        return CombinedMonitor(monitors)
    }

    /// Draws what was recorded, whether the command went well or not.
    func show(on terminal: Terminal) async throws {
        let traces = recorder.traces
        if options.trace {
            for trace in traces { Waterfall(trace).lines(terminal).forEach(terminal.note) }
        }
        if let refusal = traces.last?.refusal, explainsRetries || refusal.asksToComeBackLater {
            terminal.note("strata: Not sent again: \(refusal)")
        }
        guard let path = options.traceFile else { return }
        let page = Data(TracePage(traces: traces).html.utf8)
        do {
            // Only a file is replaced as a whole: a device or a link has to stay what it is.
            if Self.isReplaceable(path) {
                try page.write(to: URL(filePath: path), options: .atomic)
            } else {
                // A pipe may have no reader.
                try await BlockingWork.run { try page.write(to: URL(filePath: path)) }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Self.failure(path)
        }
    }

    /// Throws where the trace could not be written in the end: by then a request has had its effect, and its answer would
    /// pass for a failure.
    func checkPlace() throws(Failure) {
        guard let path = options.traceFile else { return }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        guard !Self.isFolder(path), Self.isFolder(folder),
            FileManager.default.isWritableFile(
                atPath: FileManager.default.fileExists(atPath: path) ? path : folder)
        else { throw Self.failure(path) }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func isReplaceable(_ path: String) -> Bool {
        let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
        return type == nil || type == .typeRegular
    }

    private static func failure(_ path: String) -> Failure {
        Failure("The trace can't be written to \(path).", .unsuitableFile)
    }
}

extension CallTrace {
    /// Why the call was not sent again.
    fileprivate var refusal: RetryRefusal? {
        moments.lazy.compactMap { if case .notRetried(let refusal) = $0.kind { refusal } else { nil } }.last
    }
}

extension RetryRefusal {
    fileprivate var asksToComeBackLater: Bool { if case .retryAfterTooLong = self { true } else { false } }
}

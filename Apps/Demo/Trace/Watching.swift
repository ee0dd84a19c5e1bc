import Composition
import Foundation
import Networking
import Observability

/// Observes the calls of one run: provides the event monitor, and shows the traces at the end.
struct Watching: Sendable {
    private let options: WatchingOptions
    private let explainsRetries: Bool
    private let recorder: TraceRecorder

    /// - Parameter explainsRetries: whether to report why a call was not retried, because the user passed `--max-retries`.
    init(_ options: WatchingOptions, explainsRetries: Bool) {
        self.options = options
        self.explainsRetries = explainsRetries
        recorder = TraceRecorder(limit: options.trace || options.traceFile != nil ? 1_000 : 1)
    }

    /// The monitor of this run, which forwards every event to `others` too.
    func monitor(beside others: [any EventMonitor] = []) -> any EventMonitor {
        var monitors = others + [recorder]
        if options.verbose { monitors.append(LogMonitor.onStandardError(label: AppName.command)) }
        return CombinedMonitor(monitors)
    }

    /// Shows the recorded traces, after a failed command too.
    func show(on terminal: Terminal) async throws {
        let traces = recorder.traces
        if options.trace {
            for trace in traces { Waterfall(trace).lines(terminal).forEach(terminal.note) }
        }
        if options.verbose, case .failed(.decoding(let failure))? = traces.last?.outcome {
            terminal.message("\(failure.line.printable)")
        }
        for notice in traces.last?.deprecations ?? [] { terminal.message("\(notice.printable)") }
        if let refusal = traces.last?.refusal, explainsRetries || refusal.asksToComeBackLater {
            terminal.message("Not retried: \(refusal).")
        }
        guard let path = options.traceFile else { return }
        let page = Data(TracePage(traces: traces).html.utf8)
        do {
            // Only a regular file is replaced atomically. A device or a symbolic link must stay what it is.
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

    /// Throws if the trace can't be written. Checked before a request is sent, because an error afterwards would look
    /// like a failure of the request.
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
        Failure(
            "Cannot write the trace to \(URL(filePath: path).path). Choose a file in a writable folder.",
            .unsuitableFile)
    }
}

extension CallTrace {
    /// What the server announced about the end of the endpoint: a line for each different notice.
    fileprivate var deprecations: [String] {
        var messages: [String] = []
        for moment in moments {
            guard case .deprecated = moment.kind, !messages.contains(moment.kind.message) else { continue }
            messages.append(moment.kind.message)
        }
        return messages.map { "Deprecation notice for \(method) \(url): \($0)." }
    }

    fileprivate var refusal: RetryRefusal? {
        moments.lazy.compactMap { if case .notRetried(let refusal) = $0.kind { refusal } else { nil } }.last
    }
}

extension DecodingFailure {
    /// Where the response differs from the expected shape, without any of its values.
    fileprivate var line: String {
        "Expected \(expectation)\(path.isEmpty ? "" : " at \(path)")."
            + (excerpt.map { " Received there: \($0)." } ?? "")
    }
}

extension RetryRefusal {
    fileprivate var asksToComeBackLater: Bool { if case .retryAfterTooLong = self { true } else { false } }
}

/// Notes every reconnect of an event stream, because nothing else appears while it waits.
struct ReconnectNotes: EventMonitor {
    let terminal: Terminal

    func receive(_ event: CallEvent) {
        guard case .custom(let custom) = event.kind, let decision = custom.base as? EventStreamDecision else { return }
        switch decision {
        case .reconnecting(let delay, let cause):
            let reason = cause?.name ?? "response ended"
            terminal.message("Stream interrupted (\(reason)). Reconnecting in \(delay.short).")
        }
    }
}

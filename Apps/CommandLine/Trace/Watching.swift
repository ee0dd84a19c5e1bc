package import Composition
import Foundation
package import Networking
import Observability
import Services

/// Runs an app and observes its calls.
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

    /// Composes the app for this run, observes what `body` does with it, and shows the traces afterwards.
    func run(
        _ settings: RunSettings, on terminal: Terminal, _ body: (ComposedApp) async throws -> Void
    ) async throws {
        try checkPlace()
        var monitors: [any EventMonitor] = [ReconnectNotes(terminal: terminal), recorder]
        if options.verbose { monitors.append(LogMonitor.onStandardError(label: AppName.command)) }
        var last: CallTrace?
        do {
            try await terminal.run(settings, monitor: CombinedMonitor(monitors)) { app in
                try await body(app)
                last = recorder.traces.last
                if last?.shows(app.server) == true { try await terminal.sendDueChanges(of: app) }
            }
        } catch {
            // The original error is more important than a trace that could not be written.
            try? await show(last ?? recorder.traces.last, on: terminal)
            throw settings.failure(error)
        }
        try await show(last, on: terminal)
    }

    /// - Parameter last: the trace of the command's last call.
    private func show(_ last: CallTrace?, on terminal: Terminal) async throws {
        let traces = recorder.traces
        if options.trace {
            for trace in traces { Waterfall(trace).lines(terminal).forEach(terminal.note) }
        }
        if options.verbose, case .failed(.decoding(let failure))? = last?.outcome {
            terminal.message("\(failure.line.printable)")
        }
        for notice in last?.deprecations ?? [] { terminal.message("\(notice.printable)") }
        if let refusal = last?.refusal, explainsRetries || refusal.asksToComeBackLater {
            terminal.message("Not retried: \(refusal).")
        }
        guard let path = options.traceFile else { return }
        let page = Data(TracePage(traces: traces).html.utf8)
        do {
            // Only a regular file is replaced atomically. A device or a symbolic link must stay what it is.
            if Self.isReplaceable(path) {
                try page.write(to: URL(typed: path), options: .atomic)
            } else {
                // A pipe may have no reader.
                try await BlockingWork.run { try page.write(to: URL(typed: path)) }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw Self.failure(path)
        }
    }

    /// Throws if the trace can't be written. Checked before a request is sent, because an error afterwards would look
    /// like a failure of the request.
    private func checkPlace() throws(Failure) {
        guard let path = options.traceFile else { return }
        let folder = URL(typed: path).deletingLastPathComponent().path
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
            "Cannot write the trace to \(URL(typed: path).path). Choose a file in a writable folder.",
            .unsuitableFile)
    }
}

extension Terminal {
    /// Composes the app for this run, runs `body` with it and shuts it down. A note explains a slow shutdown.
    package func run(
        _ settings: RunSettings, monitor: any EventMonitor, _ body: (ComposedApp) async throws -> Void
    ) async throws {
        try await ComposedApp.run(
            settings.app, monitor: monitor,
            onSlowRefresh: { [self] in
                message(
                    "Waiting for a token refresh to finish, because your login could be lost otherwise. "
                        + "Press Ctrl-C twice to stop anyway.")
            }, body)
    }

    /// The server has just responded, so it gets the changes that wait for it too.
    fileprivate func sendDueChanges(of app: ComposedApp) async throws {
        let changes = try await app.sendDueChanges(within: min(.seconds(5), app.settings.deadline)) {
            note("Sending changes of the outbox. Press Ctrl-C to send them later.")
        }
        func text(_ count: Int) -> String { count == 1 ? "1 change" : "\(count) changes" }
        if changes.sent > 0 { message("Sent \(text(changes.sent)) of the outbox.") }
        if changes.parked > 0 { message("Left for your decision: \(text(changes.parked)) (`strata outbox list`).") }
        try Task.checkCancellation()
    }
}

extension CallTrace {
    /// Whether the call has shown that this server can be reached and does its work.
    fileprivate func shows(_ server: String) -> Bool {
        let statuses = moments.compactMap { if case .responded(let status) = $0.kind { status } else { nil } }
        return outcome == .finished && url.hasPrefix(server + "/") && (200..<400).contains(statuses.last ?? 0)
    }

    /// What the server announced about the end of the endpoint, with a line for each different notice.
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
        terminal.message("\(decision.message.prefix(1).uppercased())\(decision.message.dropFirst()).")
    }
}

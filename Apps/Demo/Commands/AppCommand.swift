import ArgumentParser
import Composition
import Networking

/// A command that uses the app: settings are read and the app is composed before it runs, Ctrl-C cancels it, and the
/// app is shut down afterwards.
protocol AppCommand: ConfiguredCommand {
    func run(_ app: ComposedApp, _ terminal: Terminal) async throws
}

extension AppCommand {
    func run(_ app: ComposedApp, with settings: RunSettings, _ terminal: Terminal) async throws {
        try await run(app, terminal)
    }
}

/// An ``AppCommand`` that also needs the command line's own settings, such as profiles.
protocol ConfiguredCommand: AsyncParsableCommand, Sendable {
    var options: GlobalOptions { get }

    /// The kind of session that the command needs; `nil` for the one in the settings.
    static var sessionKind: SessionKind? { get }

    /// Whether a guest may run the command. Then it also works if no data folder can be created, as in a container
    /// without a home folder: nothing is stored, and nobody is logged in.
    var isForGuests: Bool { get }
    /// The addresses of further APIs that the command's options name.
    var addresses: [SettingKey: String] { get }

    func run(_ app: ComposedApp, with settings: RunSettings, _ terminal: Terminal) async throws
}

extension ConfiguredCommand {
    static var sessionKind: SessionKind? { nil }
    var isForGuests: Bool { false }
    var addresses: [SettingKey: String] { [:] }

    func run() async throws {
        try await Command.run { terminal in
            var settings = try await SettingsReader(options: options, addresses: addresses).read(warning: terminal)
                .requiring(Self.sessionKind)
            if options.watching.showQuery { settings.app.publicQueryNames = .allExceptSecrets }
            if isForGuests, !UserFolders.canStore(in: settings.app.dataDirectory) { settings.app.session = .ephemeral }
            settings.app.onNotice = { terminal.note($0.printableLines) }
            if options.watching.verbose { settings.app.fieldLog = { terminal.note($0.printableLines) } }
            let watching = Watching(options.watching, explainsRetries: settings.typed.contains(.maxRetries))
            try watching.checkPlace()
            do {
                try await terminal.run(
                    settings, monitor: watching.monitor(beside: [ReconnectNotes(terminal: terminal)])
                ) { app in
                    try await run(app, with: settings, terminal)
                }
            } catch {
                // The original error is more important than a trace that could not be written.
                try? await watching.show(on: terminal)
                throw settings.failure(error)
            }
            try await watching.show(on: terminal)
        }
    }
}

/// Runs a command and reports its error as one sentence on standard error and an exit code.
enum Command {
    static func run(_ body: @escaping @Sendable (Terminal) async throws -> Void) async throws {
        let terminal = Terminal()
        do {
            try await Interrupts.cancelling { try await body(terminal) }
            if let failure = terminal.lostOutput { throw failure }
        } catch {
            let failure = Failure(error)
            terminal.report(failure)
            throw ExitCode(failure.status.rawValue)
        }
    }
}

extension Terminal {
    /// Composes the app for this run, runs `body` with it and shuts it down. A note explains a slow shutdown.
    func run(
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
}

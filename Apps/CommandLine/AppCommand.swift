package import ArgumentParser
package import Composition

/// A command that uses the app: settings are read and the app is composed before it runs, Ctrl-C cancels it, and the
/// app is shut down afterwards.
package protocol AppCommand: ConfiguredCommand {
    func run(_ app: ComposedApp, _ terminal: Terminal) async throws
}

extension AppCommand {
    package func run(_ app: ComposedApp, with settings: RunSettings, _ terminal: Terminal) async throws {
        try await run(app, terminal)
    }
}

/// An ``AppCommand`` that also needs the command line's own settings, such as profiles.
package protocol ConfiguredCommand: AsyncParsableCommand, Sendable {
    var options: GlobalOptions { get }

    /// The kind of session that the command needs; `nil` for the one in the settings.
    static var sessionKind: SessionKind? { get }

    /// What the command needs of the stores. With `ifPossible` and `unused` it also works without a data folder, as in a
    /// container without a home folder.
    func storeUse(_ settings: RunSettings) -> StoreUse
    /// The addresses of further APIs that the command's options name.
    var addresses: [SettingKey: String] { get }

    /// Applies the command's own options to the settings that the app is composed from.
    func adjust(_ settings: inout AppSettings)

    func run(_ app: ComposedApp, with settings: RunSettings, _ terminal: Terminal) async throws
}

extension ConfiguredCommand {
    package static var sessionKind: SessionKind? { nil }
    package func storeUse(_ settings: RunSettings) -> StoreUse { .required }
    package var addresses: [SettingKey: String] { [:] }

    package func adjust(_ settings: inout AppSettings) {}

    package func run() async throws {
        try await Command.run { terminal in
            var settings = try await SettingsReader(options: options, addresses: addresses).read(warning: terminal)
                .requiring(Self.sessionKind)
            settings.app.storeUse = storeUse(settings)
            adjust(&settings.app)
            settings.app.onNotice = { terminal.note($0.printableLines) }
            if options.watching.verbose { settings.app.fieldLog = { terminal.note($0.printableLines) } }
            try await Watching(options.watching, explainsRetries: settings.typed.contains(.maxRetries))
                .run(settings, on: terminal) { app in try await run(app, with: settings, terminal) }
        }
    }
}

/// Runs a command and reports its error as one sentence on standard error and an exit code.
package enum Command {
    package static func run(_ body: @escaping @Sendable (Terminal) async throws -> Void) async throws {
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

extension AppName {
    /// The command's name, version and commit: `strata 1.0.0 (b4f3717d)`.
    package static var version: String { "\(command) \(BuildVersion.number) (\(BuildVersion.commit))" }
    package static var userAgent: String { "\(command)/\(BuildVersion.number)" }
}

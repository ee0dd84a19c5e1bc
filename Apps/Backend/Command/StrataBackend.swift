import ArgumentParser
import Backend
import Foundation

/// The server's command.
@main
struct StrataBackend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: BackendName.command,
        abstract: "Run a small API server to develop and test clients against.",
        discussion: """
            EXAMPLES:
              strata-backend --port 8080
              strata-backend --json --data-dir /tmp/backend

            The server has accounts, rotating tokens and the resources of the sample app. SIGINT and SIGTERM stop it after \
            the responses in progress.

            EXIT CODES:
              0   stopped by a signal or by --until-stdin-closes
              64  wrong usage, or a host that is not allowed
              69  cannot listen on the address
              71  no current folder, or too few files, threads or too little address space
              74  cannot use the data folder or its database
              1   any other error
            """,
        version: version)

    /// The name, version and commit: `strata-backend 1.0.0 (b4f3717d)`.
    static var version: String { "\(BackendName.command) \(BuildVersion.number) (\(BuildVersion.commit))" }

    @OptionGroup var options: ServeOptions

    static func main() async {
        Descriptors.openClosedStreams()
        // Here, because an asynchronous call needs a thread of the concurrency runtime.
        if let shortage = Descriptors.shortage() {
            report(shortage)
            exit(withError: ExitCode(71))
        }
        await main(nil)
    }

    func run() async throws {
        let server = BackendServer(configuration: try options.serverConfiguration())
        let announcer = Announcer(options: options)
        do {
            try await StopRequest.race(untilInputCloses: options.untilStdinCloses) {
                try await server.run { url in announcer.announce(url) }
            }
        } catch {
            Self.report(error.localizedDescription)
            throw (error as? BackendError)?.exitCode ?? .failure
        }
    }

    private static func report(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(BackendName.command): \(sentence)\n".utf8))
    }
}

/// Reports on standard output that the server is ready: one line for programs, or several lines for people.
struct Announcer: Sendable {
    private let json: Bool
    private let dataDirectory: String
    private let seeded: Bool

    init(options: ServeOptions) {
        json = options.json
        dataDirectory = URL(filePath: options.dataDir, directoryHint: .isDirectory).path
        seeded = !options.omitsSeed
    }

    func announce(_ url: URL) {
        // `print` would buffer the line, and the parent process waits for it. A closed pipe is no reason to fail.
        try? FileHandle.standardOutput.write(contentsOf: Data(((json ? line(url) : banner(url)) + "\n").utf8))
    }

    private func line(_ url: URL) -> String {
        #"{"event":"ready","url":"\#(url.absoluteString)"}"#
    }

    private func banner(_ url: URL) -> String {
        var lines = ["\(BackendName.command) listens on \(url.absoluteString)", "  data in \(dataDirectory)"]
        if seeded {
            lines.append("  demo accounts:")
            lines += DemoAccounts.all.map { "    \($0.email)  \($0.password)  (\($0.role))" }
        }
        return (lines + ["  Ctrl-C stops it."]).joined(separator: "\n")
    }
}

extension BackendError {
    /// The exit code, one of sysexits.h. `strata-backend --help` lists those that the program uses.
    var exitCode: ExitCode {
        switch self {
        case .remoteHostRefused, .remoteFaultsRefused: ExitCode(64)
        case .portInUse, .hostUnavailable: ExitCode(69)
        case .dataDirectoryUnusable, .databaseCorrupt, .databaseOfAnotherVersion: ExitCode(74)
        }
    }
}

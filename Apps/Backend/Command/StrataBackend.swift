import ArgumentParser
import Backend
import Foundation
import UnixSignals

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
              71  no current folder, or too few files can be open
              74  cannot use the data folder or its database
              1   any other error
            """,
        version: version)

    /// The name, version and commit: `strata-backend 1.0.0 (b4f3717d)`.
    static var version: String { "\(BackendName.command) \(BuildVersion.number) (\(BuildVersion.commit))" }

    @OptionGroup var options: ServeOptions

    static func main() async {
        Descriptors.openClosedStreams()
        if let shortage = Descriptors.shortage() {
            report(shortage)
            exit(withError: ExitCode(71))
        }
        await main(nil)
    }

    func run() async throws {
        if options.routes { return print(try await BackendServer.routes().joined(separator: "\n")) }
        let server = BackendServer(configuration: try options.serverConfiguration())
        do {
            try await Self.untilStopped(watchesInput: options.untilStdinCloses) { [options] in
                try await server.run { url in
                    // `print` would buffer the line, and the parent process waits for it. A closed pipe is no reason to
                    // fail.
                    try? FileHandle.standardOutput.write(contentsOf: Data("\(options.announcement(url))\n".utf8))
                }
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

// MARK: - Stop

extension StrataBackend {
    /// Runs `work` until it ends, a signal arrives, or standard input ends. Then cancels it and waits for its end.
    private static func untilStopped(
        watchesInput: Bool, _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask { for await _ in signals { return } }
            if watchesInput { group.addTask { for await _ in inputClosed() {} } }
            defer { group.cancelAll() }
            try await group.next()
            group.cancelAll()
            // Only the server can throw from here on.
            try await group.waitForAll()
        }
    }

    /// A stream that ends when standard input ends. The input is discarded.
    private static func inputClosed() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        // A separate thread, because reading blocks. It ends with the process.
        Thread.detachNewThread {
            // Input that can't be read, such as a closed descriptor, counts as ended.
            while let bytes = try? FileHandle.standardInput.read(upToCount: 4096), !bytes.isEmpty {}
            continuation.finish()
        }
        return stream
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

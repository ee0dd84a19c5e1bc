import ArgumentParser
import Backend
import Foundation

/// The server as a process.
@main
struct StrataBackend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strata-backend",
        abstract: "A small API server with accounts, rotating tokens and avatars, to develop and test clients against.",
        discussion: """
            It listens on a free loopback port unless told otherwise, and keeps its data in one folder. \
            SIGINT and SIGTERM stop it; answers under way are finished first.

            Exit codes: 0 stopped as asked; 64 wrong usage, or a host that is not allowed; 69 the address can't be listened \
            on; 74 the data folder or its database can't be used; 1 anything else.
            """,
        version: version)

    /// As that of `strata`, beside which it is built.
    static var version: String { "1.0" }

    @OptionGroup var options: ServeOptions

    func run() async throws {
        let server = BackendServer(configuration: try options.serverConfiguration())
        let announcer = Announcer(options: options)
        do {
            try await StopRequest.race(untilInputCloses: options.untilStdinCloses) {
                try await server.run { url in announcer.announce(url) }
            }
        } catch {
            let sentence = "strata-backend: \(error.localizedDescription)\n"
            try? FileHandle.standardError.write(contentsOf: Data(sentence.utf8))
            throw (error as? BackendError)?.exitCode ?? .failure
        }
    }
}

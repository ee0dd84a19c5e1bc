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
            """)

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
            throw ExitCode.failure
        }
    }
}

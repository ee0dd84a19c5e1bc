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
            SIGINT and SIGTERM stop it; responses under way are finished first.

            Exit codes: 0 stopped as asked; 64 wrong usage, or a host that is not allowed; 69 the address can't be listened \
            on; 71 too few files can be open at once; 74 the data folder or its database can't be used; 1 anything else.
            """,
        version: version)

    /// As that of `strata`, beside which it is built.
    static var version: String { "1.0" }

    @OptionGroup var options: ServeOptions

    static func main() async {
        Descriptors.openClosedStreams()
        await main(nil)
    }

    func run() async throws {
        if let shortage = Descriptors.shortage() {
            report(shortage)
            throw ExitCode(71)
        }
        let server = BackendServer(configuration: try options.serverConfiguration())
        let announcer = Announcer(options: options)
        do {
            try await StopRequest.race(untilInputCloses: options.untilStdinCloses) {
                try await server.run { url in announcer.announce(url) }
            }
        } catch {
            report(error.localizedDescription)
            throw (error as? BackendError)?.exitCode ?? .failure
        }
    }

    private func report(_ sentence: String) {
        try? FileHandle.standardError.write(contentsOf: Data("strata-backend: \(sentence)\n".utf8))
    }
}

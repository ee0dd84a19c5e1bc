import ArgumentParser
import Foundation

struct ServeCommand: AsyncParsableCommand, Sendable {
    static let defaultPort = 8080

    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the sample backend until Ctrl-C.",
        discussion: "Its data stays in the folder. The demo accounts are printed.")

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = ServeCommand.defaultPort

    @Option(help: "The folder for the backend's data.", completion: .directory)
    var backendDir = ".strata-backend"

    @Option(help: "How long an access token lives, in seconds.")
    var accessTokenLifetime = 900

    @Flag(help: "Offer the switches under /faults that make the backend misbehave (Docs/backend.md).")
    var faults = false

    @Flag(help: "Print the address as JSON.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        guard !backendDir.isEmpty else { throw ValidationError("--backend-dir must name a folder.") }
        guard accessTokenLifetime > 0 else { throw ValidationError("--access-token-lifetime must be positive.") }
    }

    func run() async throws {
        try await Command.run { terminal in
            let backend = try BackendProcess(
                arguments: [
                    "--port", "\(port)", "--data-dir", backendDir, "--access-token-lifetime", "\(accessTokenLifetime)",
                ] + (faults ? ["--faults"] : []))
            do {
                try await backend.run { url in
                    try announce(url, on: terminal)
                    // Serves until the task is cancelled, which is what Ctrl-C does.
                    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
                }
            } catch is CancellationError {
                terminal.note("The backend has stopped.")
            }
        }
    }

    private func announce(_ url: URL, on terminal: Terminal) throws {
        if json {
            terminal.print(try JSONOutput.text(["url": url.absoluteString]))
        } else {
            ServeBanner(url: url, folder: backendDir).print(on: terminal)
        }
    }
}

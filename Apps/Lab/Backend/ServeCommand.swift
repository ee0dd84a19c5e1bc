import ArgumentParser
import CommandLine
import Composition
import Foundation
import Primitives

struct ServeCommand: AsyncParsableCommand, Sendable {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run the sample backend until you press Ctrl-C.",
        examples: "strata serve", "strata serve --port 0 --json", "strata serve --faults --access-token-lifetime 10",
        notes: "Prints the address and the demo accounts. The data stays in --backend-dir for the next run.")

    @Option(help: "Listen on this port; 0 selects a free one.")
    var port = AppSettings.sampleBackendPort

    @Option(help: "Store the backend's data in this folder.", completion: .directory)
    var backendDir = ".\(AppName.command)-backend"

    @Option(help: "Expire access tokens after this many seconds.")
    var accessTokenLifetime = 900

    @Flag(help: "Enable the fault switches under /faults (see Docs/reference/sample-backend.md).")
    var faults = false

    @Flag(help: "Print the address as JSON.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535, not \(port).") }
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
                    // Serves until Ctrl-C cancels the task.
                    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
                }
            } catch is CancellationError {
                terminal.message("The backend has stopped.")
            }
        }
    }

    private func announce(_ url: URL, on terminal: Terminal) throws {
        try terminal.show(Output([.json("url", url.absoluteString)]), json: json) {
            terminal.print("\(terminal.bold("The backend is listening on")) \(url.absoluteString)")
            terminal.print("Data folder: \(backendDir). Press Ctrl-C to stop.")
            terminal.print()
            for account in [DemoAccount.ada, .grace] {
                terminal.print("  \(account.email)  \(account.password.reveal())  (\(account.role))")
            }
            terminal.print()
            terminal.print("Log in from another terminal:")
            terminal.print(
                "  swift run \(AppName.command) login \(DemoAccount.ada.email) --base-url \(url.absoluteString)")
        }
    }
}

/// A demo account of the sample backend. Its password is public.
struct DemoAccount: Sendable {
    let email: String
    let password: Secret<String>
    let role: String

    /// An admin, who can read and change all users.
    static var ada: DemoAccount {
        DemoAccount(email: "ada@example.com", password: Secret("analytical-engine"), role: "admin")
    }

    /// A member, who can read and change only her own profile.
    static var grace: DemoAccount {
        DemoAccount(email: "grace@example.com", password: Secret("nanosecond-wire"), role: "member")
    }
}

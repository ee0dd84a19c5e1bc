import ArgumentParser
import Composition
import Foundation
import Models
import Networking
import RemoteServices
import Services

struct WhoAmICommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who is logged in.",
        examples: "strata whoami", "strata whoami --json")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let account = try await app.loggedIn { _, account in
            try await app.session(of: account).send(.account())
        }
        try terminal.show(account.output, json: options.json)
    }
}

/// The account of an access token, with the values that every backend has.
struct AccountOutput: Codable, Sendable {
    let id: String
    let email: String
    let role: String

    var output: Output {
        Output([.field("id", id), .field("email", email), .field("role", role)])
    }
}

extension Endpoint where Access: MemberScope, Response == AccountOutput {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

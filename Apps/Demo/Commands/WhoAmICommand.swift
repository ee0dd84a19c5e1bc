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
        discussion: """
            EXAMPLES:
              strata whoami
              strata whoami --json
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let account = try await app.loggedIn { _, account in
            try await app.session(of: account).send(.account())
        }
        try account.show(on: terminal, json: options.json)
    }
}

/// The account of an access token, with the values that every backend has.
struct AccountOutput: Codable, Sendable {
    let id: String
    let email: String
    let role: String

    func show(on terminal: Terminal, json: Bool) throws {
        try terminal.show(self, [("id", id), ("email", email), ("role", role)], json: json)
    }
}

extension Endpoint where Access: MemberScope, Response == AccountOutput {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

/// The logged-in account as JSON output.
struct LoginOutput: Encodable {
    let userID: String
    let role: String

    enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case role
    }

    init(_ account: Account) {
        userID = account.id.text
        role = account.role.rawValue
    }
}

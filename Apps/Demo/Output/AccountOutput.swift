import Foundation
import Networking
import RemoteServices

/// The account of an access token, with the values that every backend has.
struct AccountOutput: Codable, Sendable {
    let id: String
    let email: String
    let role: String

    func show(on terminal: Terminal, json: Bool) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        for (label, value) in [("id", id), ("email", email), ("role", role)] {
            terminal.print(terminal.dim(label.padding(toLength: 8, withPad: " ", startingAt: 0)) + value.printable)
        }
    }
}

extension Endpoint where Access: MemberScope, Response == AccountOutput {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

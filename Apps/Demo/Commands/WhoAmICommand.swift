import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct WhoAmICommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami", abstract: "Show who is logged in.",
        examples: "strata whoami", "strata whoami --json")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let me = try await app.loggedIn { services, _ in try await services.users.me() }
        let user = me.value
        try terminal.show(
            Output([
                .field("id", user.id.text), .field("email", user.email.text), .field("role", user.role.rawValue),
            ]), json: options.json)
        if let note = me.note("This account", at: app.time.now) { terminal.message(note) }
    }
}

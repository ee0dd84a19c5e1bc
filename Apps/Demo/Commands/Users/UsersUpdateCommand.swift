import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct UsersUpdateCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change fields of a profile.",
        discussion: """
            EXAMPLES:
              strata users update --name "Ada King"
              strata users update u-grace --clear-about

            Fields without an option stay unchanged.
            """)

    @Argument(help: "The user's ID. (default: you)")
    var id: String?

    @Option(help: "Set the name.")
    var name: String?

    @Option(help: "Set the email address.")
    var email: String?

    @Option(help: "Set the text about the person.")
    var about: String?

    @Flag(help: "Remove the text about the person.")
    var clearAbout = false

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        if about != nil && clearAbout { throw ValidationError("Use --about or --clear-about, not both.") }
        if name == nil && email == nil && about == nil && !clearAbout {
            throw ValidationError("Nothing to change. Use --name, --email, --about or --clear-about.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let patch = try ProfilePatch(
            name: name.map { text throws(InvalidValue) in try DisplayName(text) },
            email: email.map { text throws(InvalidValue) in try EmailAddress(text) },
            about: clearAbout ? .cleared : about.map(Change.set) ?? .unchanged)
        let named = try id.map { text throws(InvalidValue) in try User.ID(text) }
        let user = try await app.loggedIn { scope, account in
            try await scope.resolve(.users).updateProfile(of: named ?? account.id, with: patch)
        }
        try UserOutput(user).show(on: terminal, json: options.json)
    }
}

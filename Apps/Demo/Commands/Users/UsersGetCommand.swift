import ArgumentParser
import Composition
import DependencyInjection
import Models
import Networking
import RemoteServices
import Services

struct UsersGetCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show one user.",
        discussion: """
            EXAMPLES:
              strata users get u-ada
              strata users get u-ada --api-version 1
            """)

    @Argument(help: "The user's ID.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "Read the user in this version of the API: 1 (deprecated) or 2. (default: 2)", valueName: "number"))
    var apiVersion: Int?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        let user = try await app.loggedIn { scope, account in
            guard let apiVersion else { return try await scope.resolve(.users).user(id: id) }
            // The service has one version. This call shows that each endpoint can have its own version.
            let session = try await app.memberSession(of: account)
            return try await session.send(.user(id, in: APIVersion(apiVersion)))
        }
        try UserOutput(user).show(on: terminal, json: options.json)
    }
}

import ArgumentParser
import Composition
import DependencyInjection
import Primitives
import Services

struct LogoutCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out, and delete the local data of the account.",
        discussion: """
            EXAMPLES:
              strata logout

            Ends the session on the server too.
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let auth = try await app.container.resolve(.auth)
        guard let account = try await auth.restore() else {
            let place = Origin(app.settings.baseURL).map { " at \($0)" } ?? ""
            return terminal.print(options.json ? #"{"logged_out":"nowhere"}"# : "You were not logged in\(place).")
        }
        switch try await auth.logout(account) {
        case .everywhere:
            terminal.print(options.json ? #"{"logged_out":"everywhere"}"# : "Logged out.")
        case .onThisMachine(let reason):
            terminal.message("Could not end the session on the server: \(reason.userMessage) It expires by itself.")
            terminal.print(options.json ? #"{"logged_out":"here"}"# : "Logged out on this machine.")
        }
    }
}

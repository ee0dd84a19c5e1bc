import ArgumentParser
import Composition
import Primitives
import Services

struct LogoutCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out, and delete the local data of the account.",
        discussion: """
            EXAMPLES:
              strata logout

            Ends the session on the server too. If the session has ended already, because it expired, was revoked or \
            another account logged in, the data of its account stays until that account logs in again. Without a \
            session, this command deletes the data of the account whose session ended last.
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let auth = try await app.auth
        guard let account = try await auth.restore() else {
            guard try await !auth.removeEndedAccount() else {
                return terminal.print(
                    options.json
                        ? #"{"logged_out":"here"}"#
                        : "The session had already ended. Deleted the local data of its account.")
            }
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

import ArgumentParser
import Composition
import DependencyInjection
import Services

struct WhoAmICommand: AppCommand {
    static let configuration = CommandConfiguration(commandName: "whoami", abstract: "Show who is logged in.")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let user = try await app.loggedIn { scope, _ in try await scope.resolve(.users).me() }
        try UserOutput(user).show(on: terminal, json: options.json)
    }
}

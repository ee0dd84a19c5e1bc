import ArgumentParser
import Composition
import Models
import Services

struct LoginCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in, and store the session for later commands.",
        discussion: """
            EXAMPLES:
              strata login ada@example.com
              strata login ada@example.com --password-file password.txt

            Prompts for the password without echo, or reads it from --password-file or standard input. This machine \
            stores one login. One at another server is replaced only if you agree, or with --replace.
            """)

    @Argument(help: "The account's email address.")
    var email: String

    @Option(
        help: ArgumentHelp("Read the password from the first line of this file.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Flag(help: "Replace a login at another server without asking.")
    var replace = false

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let address = try EmailAddress(email)
        if !replace, let other = try await app.serverOfOtherLogin() {
            try await confirmReplacement(of: other, on: terminal)
        }
        let password = try await PasswordPrompt(file: passwordFile, terminal: terminal).read()
        let account = try await app.auth.login(Credentials(email: address, password: password))
        if options.json {
            terminal.print(try JSONOutput.text(LoginOutput(account)))
        } else {
            terminal.print("Logged in as \(address.text) (\(account.role)).")
        }
        if app.settings.session == .ephemeral {
            terminal.message("This login ends with the command, because an ephemeral session stores nothing.")
        }
    }

    private func confirmReplacement(of server: String, on terminal: Terminal) async throws {
        guard terminal.canAsk else {
            throw Failure(
                "You are logged in at \(server), and this login would replace that one. Pass --replace, or keep both with "
                    + "another --data-dir.", .usage)
        }
        guard try await terminal.asks("You are logged in at \(server). Replace that login?") else {
            throw Failure("Nothing was changed. Answer y to replace the login, or pass --replace.", .failure)
        }
    }
}

import ArgumentParser
import CommandLine
import Composition
import Models
import Primitives
import Services

struct LoginCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in, and store the session for later commands.",
        examples: "strata login you@example.com", "strata login you@example.com --password-file password.txt",
        notes: """
            Prompts for the password without echo, or reads it from --password-file or standard input. This machine \
            stores one login. It replaces a login at another server only if you agree, or with --replace.
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
        let output = Output([.json("user_id", account.id.text), .json("role", account.role.rawValue)])
        try terminal.show(output, json: options.json) {
            terminal.print("Logged in as \(address.text) (\(account.role)).")
        }
        if app.settings.session == .ephemeral {
            terminal.message("This login ends now, because an ephemeral session stores nothing.")
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

struct LogoutCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out, and delete the local data of the account.",
        examples: "strata logout",
        notes: """
            Ends the session on the server too. If the session has ended already, because it expired, was revoked or \
            another account logged in, the data of its account stays until that account logs in again. Without a \
            session, this command deletes the data of the account whose session ended last, after a question. Without a \
            terminal, it deletes that data, and changes that are not sent yet, only with --yes.
            """)

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let auth = app.auth
        guard let account = try await auth.restore() else {
            return try await removeEndedAccount(app, terminal)
        }
        let unsent = try await app.loggedIn(as: account) { services, _ in try await services.outbox.changes().count }
        try await confirm(unsent, on: terminal)
        switch try await auth.logout(account) {
        case .everywhere:
            terminal.print(options.json ? #"{"logged_out":"everywhere"}"# : "Logged out.")
        case .onThisMachine(let reason):
            terminal.message("Could not end the session on the server: \(reason.userMessage) It expires by itself.")
            terminal.print(options.json ? #"{"logged_out":"here"}"# : "Logged out on this machine.")
        }
    }

    /// Without a session, deletes the data of the account whose session ended last, which may be another user's.
    private func removeEndedAccount(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let place = Origin(app.settings.baseURL).map { " at \($0)" } ?? ""
        if let ended = try await app.endedAccount() {
            let changes = ended.unsentChanges > 0 ? ", with \(Self.text(ended.unsentChanges))" : ""
            let data = "the local data of the account \(ended.user.text)\(place), whose session has ended\(changes)"
            try await agree(to: "delete \(data)", on: terminal)
            if try await app.auth.removeEndedAccount(ended.user) {
                return terminal.print(
                    options.json
                        ? #"{"logged_out":"here"}"#
                        : "Deleted the local data of the account \(ended.user.text), whose session had already ended.")
            }
        }
        terminal.print(options.json ? #"{"logged_out":"nowhere"}"# : "You were not logged in\(place).")
    }

    private func confirm(_ unsent: Int, on terminal: Terminal) async throws {
        guard unsent > 0 else { return }
        try await agree(to: "delete \(Self.text(unsent)) (`strata outbox list`)", on: terminal)
    }

    private func agree(to deletion: String, on terminal: Terminal) async throws {
        guard confirmation.yes || terminal.canAsk else {
            throw Failure("Logging out would \(deletion). Pass --yes to do it.", .usage)
        }
        try await confirmation.require("\(deletion.prefix(1).uppercased())\(deletion.dropFirst())?", on: terminal)
    }

    private static func text(_ unsent: Int) -> String {
        unsent == 1 ? "1 change that is not sent yet" : "\(unsent) changes that are not sent yet"
    }
}

import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Show, change and delete users.",
        examples: "strata users list", #"strata users update --name "Sam Lee""#,
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersUpdateCommand.self, UsersReplaceCommand.self,
            UsersDeleteCommand.self,
        ])
}

struct UsersListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all users, one page at a time (administrators only).",
        examples: "strata users list", "strata users list --page 2 --per-page 2 --json")

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many users per page, 1 to 100.")
    var perPage = 20

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        let page = try await app.loggedIn { services, _ in try await services.users.users(page: request) }
        try terminal.show(
            page, of: "users", columns: ["id", "name", "email", "role"], json: options.json, \.output)
    }
}

struct UsersGetCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "Show one user.",
        examples: "strata users get u-7", "strata users get u-7 --api-version 1")

    @Argument(help: "The user's ID.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "Use this version of the API: 1 (deprecated) or 2. (default: 2)", valueName: "number"))
    var apiVersion: Int?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        let now = app.time.now
        let user = try await app.loggedIn { services, _ in
            guard let apiVersion else { return try await services.users.user(id: id) }
            return try await services.user(id, inVersion: apiVersion)
        }
        try terminal.show(user.value.output, json: options.json)
        if let note = user.note("This profile", at: now) { terminal.message(note) }
    }
}

struct UsersUpdateCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "update", abstract: "Change fields of a profile.",
        examples: #"strata users update --name "Sam Lee""#, "strata users update u-7 --clear-about",
        notes: "Fields without an option stay unchanged.")

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

    @OptionGroup var waiting: WaitOption
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
        try await app.loggedIn { services, account in
            let id = named ?? account.id
            let updated = try await services.users.updateProfile(of: id, with: patch)
            try terminal.show(updated.output(id), json: options.json)
            try await waiting.finish(updated, in: services.outbox, of: app, on: terminal)
        }
    }
}

struct UsersReplaceCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Replace a whole profile.",
        examples: #"strata users replace --name "Sam Lee" --email you@example.com"#,
        notes: "Sends the profile as one PUT. Without --about, the text about the person is removed.")

    @Argument(help: "The user's ID. (default: you)")
    var id: String?

    @Option(help: "Set the name.")
    var name: String

    @Option(help: "Set the email address.")
    var email: String

    @Option(help: "Set the text about the person.")
    var about: String?

    @OptionGroup var waiting: WaitOption
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let profile = Profile(name: try DisplayName(name), email: try EmailAddress(email), about: about)
        let named = try id.map { text throws(InvalidValue) in try User.ID(text) }
        try await app.loggedIn { services, account in
            let id = named ?? account.id
            let replaced = try await services.users.replaceProfile(of: id, with: profile)
            try terminal.show(replaced.output(id), json: options.json)
            try await waiting.finish(replaced, in: services.outbox, of: app, on: terminal)
        }
    }
}

struct UsersDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an account permanently.",
        examples: "strata users delete u-7",
        notes: "Deleting your own account logs you out and removes its local data.")

    @Argument(help: "The user's ID.")
    var id: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try User.ID(id)
        try await app.loggedIn { services, _ in
            try await confirmation.require("Delete the account \(id)?", on: terminal)
            try await services.users.delete(id: id)
        }
        terminal.print(options.json ? #"{"deleted":"\#(id)"}"# : "Deleted \(id).")
    }
}

extension Submission where Value == User? {
    /// Only the id, for a user that this machine has never stored.
    fileprivate func output(_ id: User.ID) -> Output { value?.output ?? Output([.field("id", id.text)]) }
}

extension User {
    var output: Output {
        Output([
            .field("id", id.text), .field("name", name.text), .field("email", email.text),
            .field("role", role.rawValue),
            .field("about", about), .field("avatar", avatarURL?.absoluteString, key: "avatar_url"),
            .field(
                "since", createdAt.map { Timestamp($0) }, key: "created_at",
                texts: [createdAt.flatMap { InternetDateTime.format($0, precision: .seconds) } ?? ""]),
            .json("updated_at", updatedAt.map { Timestamp($0) }),
        ])
    }
}

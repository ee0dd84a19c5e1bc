import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Look at users and change them.",
        subcommands: [UsersListCommand.self, UsersGetCommand.self, UsersUpdateCommand.self, UsersDeleteCommand.self])
}

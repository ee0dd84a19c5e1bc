import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Show, change and delete users.",
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersUpdateCommand.self, UsersReplaceCommand.self,
            UsersDeleteCommand.self,
        ])
}

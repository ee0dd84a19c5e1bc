import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Show, change and delete users.",
        discussion: """
            EXAMPLES:
              strata users list
              strata users update --name "Ada Lovelace"
            """,
        subcommands: [
            UsersListCommand.self, UsersGetCommand.self, UsersUpdateCommand.self, UsersReplaceCommand.self,
            UsersDeleteCommand.self,
        ])
}

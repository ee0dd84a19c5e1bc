import ArgumentParser

struct TimeEntriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time-entries", abstract: "List and change your time entries.",
        subcommands: [
            TimeEntriesListCommand.self, TimeEntriesShowCommand.self, TimeEntriesAddCommand.self,
            TimeEntriesDeleteCommand.self,
        ])
}

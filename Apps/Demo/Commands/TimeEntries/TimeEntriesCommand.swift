import ArgumentParser

struct TimeEntriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time-entries", abstract: "List and change your time entries.",
        discussion: """
            EXAMPLES:
              strata time-entries list
              strata time-entries show time-entry-2
            """,
        subcommands: [
            TimeEntriesListCommand.self, TimeEntriesShowCommand.self, TimeEntriesAddCommand.self,
            TimeEntriesDeleteCommand.self,
        ])
}

extension Feature {
    static var timeEntries: Feature {
        Feature(command: TimeEntriesCommand.self)
    }
}

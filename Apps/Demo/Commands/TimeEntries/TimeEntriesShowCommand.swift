import ArgumentParser
import Composition
import Models
import Services

struct TimeEntriesShowCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one of your time entries.",
        discussion: """
            EXAMPLES:
              strata time-entries show time-entry-2
            """)

    @Argument(help: "The time entry's id.")
    var id: String

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try TimeEntry.ID(id)
        let timeEntry = try await app.loggedIn { services, _ in try await services.timeEntries.timeEntry(id: id) }
        try terminal.show(timeEntry, timeEntry.labeledValues, json: options.json)
    }
}

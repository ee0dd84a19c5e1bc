import ArgumentParser
import Composition
import Models
import Services

struct TimeEntriesDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete one of your time entries permanently.",
        discussion: """
            EXAMPLES:
              strata time-entries delete time-entry-4
            """)

    @Argument(help: "The time entry's id.")
    var id: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try TimeEntry.ID(id)
        try await app.loggedIn { services, _ in
            try await confirmation.require("Delete the time entry \(id)?", on: terminal)
            try await services.timeEntries.delete(id: id)
        }
        terminal.print(options.json ? #"{"deleted":"\#(id)"}"# : "Deleted \(id).")
    }
}

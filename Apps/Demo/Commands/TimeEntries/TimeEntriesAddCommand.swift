import ArgumentParser
import Composition
import Foundation
import Models
import Services

struct TimeEntriesAddCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a time entry.",
        discussion: """
            EXAMPLES:
              strata time-entries add \\
                --task "Reading" \\
                --hours 1.5 \\
                --breaks 2 \\
                --billable \\
                --started-at 2026-03-01T09:00:00Z \\
                --note "Chapter 3" \\
                --json
            """)

    @Option(help: "A text of up to 1000 characters.") var task: String
    @Option(help: "A number, such as 12.5.") var hours: Decimal
    @Option(help: "A whole number.") var breaks: Int
    @Flag(help: "True if the option is given.") var billable = false
    @Option(help: "A date and time, such as 2026-03-01T09:00:00Z.") var startedAt: Timestamp
    @Option(help: "May be absent.") var note: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let new = try NewTimeEntry(
            task: task,
            hours: hours,
            breaks: breaks,
            billable: billable,
            startedAt: startedAt,
            note: note,
        )
        let timeEntry = try await app.loggedIn { services, _ in try await services.timeEntries.add(new) }
        try terminal.show(timeEntry, timeEntry.labeledValues, json: options.json)
    }
}

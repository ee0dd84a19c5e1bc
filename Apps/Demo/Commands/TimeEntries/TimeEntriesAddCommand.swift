import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import Models
import Services

struct TimeEntriesAddCommand: AppCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a time entry.")

    @Option(help: "The task of the time entry.") var task: String
    @Option(help: "The hours of the time entry.") var hours: Decimal
    @Option(help: "The breaks of the time entry.") var breaks: Int
    @Flag(help: "Mark the time entry as billable.") var billable = false
    @Option(help: "The started at of the time entry, such as 2026-03-01T09:00:00Z.") var startedAt: Timestamp
    @Option(help: "The note of the time entry.") var note: String?

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
        let timeEntry = try await app.loggedIn { scope, _ in try await scope.resolve(.timeEntries).add(new) }
        try terminal.show(timeEntry, timeEntry.labelledValues, json: options.json)
    }
}

import ArgumentParser
import CommandLine
import Composition
import Foundation
import Models
import Primitives
import Services

struct TimeEntriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time-entries", abstract: "List and change your time entries.",
        examples: "strata time-entries list", "strata time-entries show time-entry-2",
        subcommands: [
            TimeEntriesListCommand.self, TimeEntriesShowCommand.self, TimeEntriesAddCommand.self,
            TimeEntriesDeleteCommand.self,
        ])
}

struct TimeEntriesListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your time entries, in the order in which they were added.",
        examples: "strata time-entries list", "strata time-entries list --page 2 --per-page 2 --json",
        notes: """
            If the server can't be reached, the list is the one that this machine stored last. Changes that are not \
            sent yet are in it.
            """)

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many time entries per page, 1 to 100.")
    var perPage = 20

    @Flag(help: "Show the stored list at once, and the list again whenever it changes, until Ctrl-C.")
    var watch = false

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        try await app.loggedIn { services, _ in
            let timeEntries = services.timeEntries
            guard watch else {
                return try await terminal.show(
                    timeEntries.timeEntries(page: request), of: "time entries", json: options.json, at: app.time.now,
                    \.output)
            }
            try await terminal.watch(timeEntries.observe(page: request), json: options.json) { terminal, list in
                try terminal.show(list, of: "time entries", json: options.json, at: app.time.now, \.output)
            }
        }
    }
}

struct TimeEntriesShowCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one of your time entries.",
        examples: "strata time-entries show time-entry-2")

    @Argument(help: "The time entry's id.")
    var id: String

    @Flag(help: "Show the stored time entry at once, and again whenever it changes, until Ctrl-C.")
    var watch = false

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try TimeEntry.ID(id)
        try await app.loggedIn { services, _ in
            let timeEntries = services.timeEntries
            guard watch else { return try show(await timeEntries.timeEntry(id: id), app, terminal) }
            try await terminal.watch(timeEntries.observe(id: id), json: options.json) { terminal, timeEntry in
                try show(timeEntry, app, terminal)
            }
        }
    }

    private func show(_ snapshot: Snapshot<TimeEntry>, _ app: ComposedApp, _ terminal: Terminal) throws {
        try terminal.show(snapshot.value.output, json: options.json)
        if let note = snapshot.note("This time entry", at: app.time.now) { terminal.message(note) }
    }
}

struct TimeEntriesAddCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a time entry.",
        examples: """
            strata time-entries add --task Reading --hours 1.5 --breaks 2 --billable --started-at 2026-03-01T09:00:00Z
            """)

    @Option(help: "A text of up to 1000 characters.") var task: String
    @Option(help: "A number, such as 12.5.") var hours: Decimal
    @Option(help: "A whole number.") var breaks: Int
    @Flag(help: "True if the option is given.") var billable = false
    @Option(help: "A date and time, such as 2026-03-01T09:00:00Z.") var startedAt: Timestamp
    @Option(help: "May be absent.") var note: String?

    @OptionGroup var waiting: WaitOption
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let new = try NewTimeEntry(
            task: task, hours: hours, breaks: breaks, billable: billable, startedAt: startedAt, note: note)
        try await app.loggedIn { services, _ in
            let added = try await services.timeEntries.add(new)
            try terminal.show(added.value.output, json: options.json)
            try await waiting.finish(added, in: services.outbox, of: app, on: terminal)
        }
    }
}

struct TimeEntriesDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete one of your time entries permanently.",
        examples: "strata time-entries delete time-entry-4")

    @Argument(help: "The time entry's id.")
    var id: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var waiting: WaitOption
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try TimeEntry.ID(id)
        try await app.loggedIn { services, _ in
            try await confirmation.require("Delete the time entry \(id)?", on: terminal)
            let deletion = try await services.timeEntries.delete(id: id)
            try await waiting.finish(deletion, in: services.outbox, of: app, on: terminal)
            let isPending = deletion.pending != nil && !waiting.wait
            if options.json {
                terminal.print(#"{"deleted":"\#(id)""# + (isPending ? #","pending":true}"# : "}"))
            } else if !isPending {
                terminal.print("Deleted \(id).")
            }
        }
    }
}

extension TimeEntry {
    var output: Output {
        Output([
            .field("id", id), .field("task", task), .field("hours", hours), .field("breaks", breaks),
            .field("billable", billable), .field("started at", startedAt), .field("note", note),
        ])
    }
}

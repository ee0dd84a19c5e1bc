import ArgumentParser
import Composition
import Models
import Primitives
import Services

struct TimeEntriesListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your time entries, in the order in which they were added.",
        discussion: """
            EXAMPLES:
              strata time-entries list
              strata time-entries list --page 2 --per-page 2 --json

            If the server can't be reached, the list is the copy that this machine stored last.
            """)

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many time entries per page, 1 to 100.")
    var perPage = 20

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        let listing = try await app.loggedIn { services, _ in
            try await services.timeEntries.timeEntries(page: request)
        }
        let now = try await app.time.now
        try ListingOutput(listing).show(
            on: terminal, json: options.json, table: Table(listing.page.items.map(\.labeledValues)), "time entries")
        terminal.showAge(of: listing, at: now)
    }
}

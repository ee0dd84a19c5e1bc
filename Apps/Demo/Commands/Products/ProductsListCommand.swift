import ArgumentParser
import Composition
import Models
import Primitives
import Services

struct ProductsListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the products, oldest first. Needs no login.",
        discussion: """
            EXAMPLES:
              strata products list
              strata products list --page 2 --per-page 5 --json

            If the server can't be reached, the list is the copy that this machine stored last.
            """)

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many products per page, 1 to 100.")
    var perPage = 20

    @OptionGroup var options: GlobalOptions

    var isForGuests: Bool { true }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        let listing = try await app.guestProducts.products(page: request)
        let now = try await app.time.now
        let output = ListingOutput(listing, as: ProductOutput.init)
        try output.show(on: terminal, json: options.json, table: ProductOutput.table(of: output.items), "products")
        terminal.showAge(of: listing, at: now)
    }
}

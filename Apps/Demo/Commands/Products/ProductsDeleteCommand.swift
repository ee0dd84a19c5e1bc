import ArgumentParser
import Composition
import Models
import Services

struct ProductsDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a product permanently (administrators only).",
        discussion: """
            EXAMPLES:
              strata products delete p-drum-mem
            """)

    @Argument(help: "The product's id.")
    var id: String

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let id = try Product.ID(id)
        try await app.loggedIn { services, _ in
            try await confirmation.require("Delete the product \(id)?", on: terminal)
            try await services.products.delete(id: id)
        }
        terminal.print(options.json ? #"{"deleted":"\#(id)"}"# : "Deleted \(id).")
    }
}

import ArgumentParser
import CommandLine
import Composition
import Models
import Primitives
import Services

struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "List the catalog and change it.",
        examples: "strata products list", "strata products delete p-tape-mag-9",
        subcommands: [ProductsListCommand.self, ProductsCreateCommand.self, ProductsDeleteCommand.self])
}

struct ProductsListCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the products, oldest first. Needs no login.",
        examples: "strata products list", "strata products list --page 2 --per-page 5 --json",
        notes: "If the server can't be reached, the list is the copy that this machine stored last.")

    @Option(help: "Show this page, counted from 1.")
    var page = 1

    @Option(help: "Show this many products per page, 1 to 100.")
    var perPage = 20

    @OptionGroup var options: GlobalOptions

    func storeUse(_ settings: RunSettings) -> StoreUse { .ifPossible }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let request = try PageRequest(number: page, size: perPage)
        let products = try await app.products.products(page: request)
        let now = app.time.now
        try terminal.show(
            products, of: "products", columns: Product.columns, json: options.json, at: now, \.output)
    }
}

struct ProductsCreateCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Add a product (administrators only).",
        examples: #"strata products create --sku CARD-80 --name "Cards" --price 12.50 --currency EUR"#)

    @Option(help: "Set the unique article number: capital letters and digits, with single hyphens between.")
    var sku: String

    @Option(help: "Set the name, one line of up to 120 characters.")
    var name: String

    @Option(help: ArgumentHelp("Set the exact price, such as 12.50.", valueName: "amount"))
    var price: String

    @Option(help: ArgumentHelp("Set the currency by its ISO 4217 code, such as EUR.", valueName: "code"))
    var currency: String

    @Option(help: "Set the description, up to 1,000 characters.")
    var description: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let product = try NewProduct(
            sku: SKU(sku), name: ProductName(name), price: Price(price, Currency(currency)), details: description)
        let created = try await app.loggedIn { services, _ in try await services.products.create(product) }
        try terminal.show(created.output, json: options.json)
    }
}

struct ProductsDeleteCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a product permanently (administrators only).",
        examples: "strata products delete p-drum-mem")

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

extension Product {
    var output: Output {
        Output([
            .field("id", id), .field("sku", sku), .field("name", name), .field("price", price),
            .field("about", details, key: "description"), .json("created_at", createdAt),
        ])
    }

    static var columns: [String] { ["id", "sku", "price", "name"] }
}

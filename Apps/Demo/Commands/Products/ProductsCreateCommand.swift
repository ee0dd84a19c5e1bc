import ArgumentParser
import Composition
import Models
import Services

struct ProductsCreateCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Add a product (administrators only).",
        discussion: """
            EXAMPLES:
              strata products create --sku CARD-80 --name "Cards" --price 12.50 --currency EUR
            """)

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
        try ProductOutput(created).show(on: terminal, json: options.json)
    }
}

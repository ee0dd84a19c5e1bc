import ArgumentParser
import Composition
import DependencyInjection
import Models
import Services

struct ProductsCreateCommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Add a product (administrators only).",
        discussion: """
            strata products create --sku CARD-80 --name "Punched cards" --price 12.50 --currency EUR
            """)

    @Option(help: "Capital letters and digits with single hyphens between them, unique among all products.")
    var sku: String

    @Option(help: "One line of up to 120 characters.")
    var name: String

    @Option(help: ArgumentHelp("The exact amount, such as 12.50.", valueName: "amount"))
    var price: String

    @Option(help: ArgumentHelp("The currency's ISO 4217 code, such as EUR.", valueName: "code"))
    var currency: String

    @Option(help: "Up to 1000 characters.")
    var description: String?

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let product = try NewProduct(
            sku: SKU(sku), name: ProductName(name), price: Price(price, Currency(currency)), details: description)
        let created = try await app.loggedIn { scope, _ in try await scope.resolve(.products).create(product) }
        try ProductOutput(created).show(on: terminal, json: options.json)
    }
}

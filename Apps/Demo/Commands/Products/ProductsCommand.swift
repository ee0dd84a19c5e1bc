import ArgumentParser

struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "List the catalog and change it.",
        discussion: """
            EXAMPLES:
              strata products list
              strata products delete p-tape-mag-9
            """,
        subcommands: [ProductsListCommand.self, ProductsCreateCommand.self, ProductsDeleteCommand.self])
}

extension Feature {
    static var products: Feature {
        Feature(command: ProductsCommand.self)
    }
}

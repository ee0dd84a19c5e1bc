import ArgumentParser

struct ProductsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "List the catalogue and change it.",
        subcommands: [ProductsListCommand.self, ProductsCreateCommand.self, ProductsDeleteCommand.self])
}

import ArgumentParser
import Composition
import DependencyInjection
import Transfers

struct TransfersRemoveCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a transfer and its incomplete file.",
        discussion: """
            EXAMPLES:
              strata transfers remove 1

            A complete file stays.
            """)

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        try await app.container.resolve(.transfers).remove(id)
        terminal.print(options.json ? #"{"removed":\#(id)}"# : "Removed transfer \(id).")
    }
}

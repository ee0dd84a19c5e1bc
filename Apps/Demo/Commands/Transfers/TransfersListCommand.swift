import ArgumentParser
import Composition
import DependencyInjection
import Transfers

struct TransfersListCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the transfers, finished ones included.",
        discussion: """
            EXAMPLES:
              strata transfers list
              strata transfers list --json
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfers = try await app.container.resolve(.transfers).transfers()
        try TransferListOutput(transfers: transfers.map { TransferOutput($0) })
            .show(on: terminal, json: options.json, orElse: "No transfers.")
    }
}

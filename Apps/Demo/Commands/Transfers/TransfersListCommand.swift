import ArgumentParser
import Composition
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
        let queue = try await app.transfers
        var transfers: [TransferOutput] = []
        for transfer in try await queue.transfers() {
            transfers.append(TransferOutput(transfer, isRunning: await transfer.isRunning()))
        }
        transfers += try await queue.damaged().map { TransferOutput(damaged: $0) }
        try TransferListOutput(transfers: transfers.sorted { $0.id < $1.id })
            .show(on: terminal, json: options.json, orElse: "No transfers.")
        if let note = TransferListOutput.note(waiting: try await app.waitingTransfers()) { terminal.message(note) }
    }
}

import ArgumentParser
import Composition
import Foundation
import Networking
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

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfers = try await app.transfers
        if let transfer = try await transfers.transfers().first(where: { $0.id == id }) {
            let bytes = StoredBytes(file: transfer.file).count
            if bytes > 0 {
                let question = "Delete transfer \(id) and the \(bytes.grouped) stored bytes of \(transfer.file.path)?"
                try await confirmation.require(question, on: terminal)
            }
        }
        try await transfers.remove(id)
        terminal.print(options.json ? #"{"removed":\#(id)}"# : "Removed transfer \(id).")
    }
}

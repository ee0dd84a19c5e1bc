import ArgumentParser
import Composition
import Transfers

struct TransfersPauseCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a transfer, even if another process runs it.",
        discussion: """
            EXAMPLES:
              strata transfers pause 1
            """)

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.transfers.pause(id)
        try TransferOutput(transfer).show(on: terminal, json: options.json, as: "Transfer \(id) is paused.")
    }
}

import ArgumentParser
import Composition
import Transfers

struct TransfersResumeCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Queue a paused or failed transfer again.",
        discussion: """
            EXAMPLES:
              strata transfers resume 1
            """)

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.transfers.resume(id)
        try TransferOutput(transfer).show(
            on: terminal, json: options.json,
            as: "Transfer \(id) is queued. Start it with `\(AppName.command) transfers run`.")
    }
}

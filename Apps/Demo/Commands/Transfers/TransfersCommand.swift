import ArgumentParser
import Composition

struct TransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers", abstract: "Queue downloads that survive interruptions.",
        discussion: """
            EXAMPLES:
              strata transfers add /v2/files/sample-8388608 --output sample.bin
              strata transfers run

            The queue is in the data folder, so these commands always use a background session. `run` downloads the \
            queued files, one after the other. If it is interrupted or killed, the next run continues the file. You \
            can add, pause and remove transfers while it runs.
            """,
        subcommands: [
            TransfersAddCommand.self, TransfersListCommand.self, TransfersRunCommand.self, TransfersPauseCommand.self,
            TransfersResumeCommand.self, TransfersRemoveCommand.self,
        ])
}

/// A command on the queue of transfers.
protocol TransferCommand: AppCommand {}

extension TransferCommand {
    static var sessionKind: SessionKind? { .background }
}

import ArgumentParser
import Composition
import Foundation
import Transfers

struct TransfersRunCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Download all queued transfers, including those added meanwhile.",
        discussion: """
            EXAMPLES:
              strata transfers run

            A transfer that fails temporarily, for example without a connection, stays queued for the next run (exit \
            code 75). A transfer that can't succeed is marked as failed (exit code 1). Only one process runs the \
            queue at a time.
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfers = try await app.transfers
        let feed = TransferFeed()
        async let shown = show(feed, on: terminal)
        let result: Result<[TransferOutcome], TransferQueueError>
        do throws(TransferQueueError) {
            result = .success(try await transfers.run(progress: feed))
        } catch {
            result = .failure(error)
        }
        let last = await shown
        // After Ctrl-C, report the file that was being downloaded.
        if case .failure(.cancelled) = result, let last { StoredBytes(file: last).note(after: nil, on: terminal) }
        let outcomes = try result.get()
        for outcome in outcomes where outcome.delay != nil {
            StoredBytes(file: outcome.transfer.file).note(after: nil, on: terminal)
        }
        try TransferListOutput(transfers: outcomes.map { TransferOutput($0.transfer, delay: $0.delay) })
            .show(on: terminal, json: options.json, orElse: "Nothing is queued.")
        for id in try await transfers.damaged() { terminal.message(TransferQueueError.damaged(id: id).userMessage) }
        if let failure = failure(of: outcomes) { throw failure }
        if let note = TransferListOutput.note(waiting: try await app.waitingTransfers()) {
            guard !outcomes.isEmpty else { throw Failure(note, .tryAgain) }
            terminal.message(note)
        }
    }

    /// Shows the progress of each transfer, and returns the file of the last one.
    private func show(_ feed: TransferFeed, on terminal: Terminal) async -> URL? {
        var current: (id: Int, file: URL, bar: ProgressBar)?
        for await update in feed {
            if current?.id != update.transfer.id {
                current?.bar.end()
                current = (
                    update.transfer.id, update.transfer.file,
                    ProgressBar(update.transfer.file.lastPathComponent, on: terminal)
                )
            }
            current?.bar.show(update.progress)
        }
        current?.bar.end()
        return current?.file
    }

    private func failure(of outcomes: [TransferOutcome]) -> Failure? {
        for outcome in outcomes {
            guard case .failed(let reason) = outcome.transfer.state else { continue }
            return Failure("Transfer \(outcome.transfer.id) failed: \(reason)", .failure)
        }
        for outcome in outcomes {
            guard let delay = outcome.delay else { continue }
            return Failure("Transfer \(outcome.transfer.id) is still queued: \(delay)", .tryAgain)
        }
        return nil
    }
}

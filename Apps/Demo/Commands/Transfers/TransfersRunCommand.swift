import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import Transfers

struct TransfersRunCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Download what is queued, including what is added meanwhile.",
        discussion: """
            EXAMPLES:
              strata transfers run

            A transfer that fails for now, for example without a connection, stays queued for the next run (exit code \
            75). One that can't succeed is marked as failed (exit code 1). Only one process runs the queue at a time.
            """)

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfers = try await app.container.resolve(.transfers)
        let feed = TransferFeed()
        async let shown: Void = show(feed, on: terminal)
        let result: Result<[TransferOutcome], TransferQueueError>
        do throws(TransferQueueError) {
            result = .success(try await transfers.run(progress: feed))
        } catch {
            result = .failure(error)
        }
        await shown
        let outcomes = try result.get()
        try TransferListOutput(transfers: outcomes.map { TransferOutput($0.transfer, delay: $0.delay) })
            .show(on: terminal, json: options.json, orElse: "Nothing is queued.")
        if let failure = failure(of: outcomes) { throw failure }
    }

    private func show(_ feed: TransferFeed, on terminal: Terminal) async {
        var current: (id: Int, bar: ProgressBar)?
        for await update in feed {
            if current?.id != update.transfer.id {
                current?.bar.end()
                current = (update.transfer.id, ProgressBar(update.transfer.file.lastPathComponent, on: terminal))
            }
            current?.bar.show(update.progress)
        }
        current?.bar.end()
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

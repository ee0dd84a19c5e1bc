import ArgumentParser
import Composition
import Foundation
import Primitives
import Transfers

struct TransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers", abstract: "Queue downloads that survive interruptions.",
        examples: "strata transfers add /v2/files/sample-8388608 --output sample.bin", "strata transfers run",
        notes: """
            The queue is in the data folder, so these commands always use a background session. `run` downloads the \
            queued files, one after the other. If it is interrupted or killed, the next run continues the file. You \
            can add, pause and remove transfers while it runs.
            """,
        subcommands: [
            TransfersAddCommand.self, TransfersListCommand.self, TransfersRunCommand.self, TransfersPauseCommand.self,
            TransfersResumeCommand.self, TransfersRemoveCommand.self,
        ])
}

protocol TransferCommand: AppCommand {}

extension TransferCommand {
    static var sessionKind: SessionKind? { .background }
}

struct TransfersAddCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Queue a download. Nothing is sent before `\(AppName.command) transfers run`.",
        examples: "strata transfers add /v2/files/sample-65536 --output small.bin",
        notes: """
            The target is a path below the base URL, or an absolute URL. A path of the API is requested with the login \
            that is stored now; while that account is not logged in, the transfer waits.
            """)

    @Argument(help: "The path or URL of the file.")
    var target: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Save the complete file here.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !output.isEmpty, output != "-", !output.hasSuffix("/") else {
            throw ValidationError("--output must name a file.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let source = try TypedTarget(target, baseURL: app.settings.baseURL).withWholePath
        guard let url = URL(string: source.base.absoluteString + source.path) else {
            throw Failure("The target \(target) is not a valid path or URL. Percent-encode special characters.", .usage)
        }
        let transfer = try await app.addTransfer(url, to: URL(filePath: output))
        try terminal.show(TransferOutput(transfer).output, json: options.json) {
            terminal.print("Queued as transfer \(transfer.id). Start it with `\(AppName.command) transfers run`.")
        }
    }
}

struct TransfersListCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the transfers, finished ones included.",
        examples: "strata transfers list", "strata transfers list --json")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let queue = try await app.transfers
        var transfers: [TransferOutput] = []
        for transfer in try await queue.transfers() {
            transfers.append(TransferOutput(transfer, isRunning: await transfer.isRunning()))
        }
        transfers += try await queue.damaged().map { TransferOutput(damaged: $0) }
        try terminal.show(transfers.sorted { $0.id < $1.id }, json: options.json, orElse: "No transfers.")
        if let note = try await app.noteOfWaitingTransfers() { terminal.message(note) }
    }
}

struct TransfersRunCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Download all queued transfers, including those added meanwhile.",
        examples: "strata transfers run",
        notes: """
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
        try terminal.show(
            outcomes.map { TransferOutput($0.transfer, delay: $0.delay) }, json: options.json,
            orElse: "Nothing is queued.")
        for id in try await transfers.damaged() { terminal.message(TransferQueueError.damaged(id: id).userMessage) }
        if let failure = failure(of: outcomes) { throw failure }
        if let note = try await app.noteOfWaitingTransfers() {
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
        for case (let transfer, .failed(let reason)) in outcomes.map({ ($0.transfer, $0.transfer.state) }) {
            return Failure("Transfer \(transfer.id) failed: \(reason)", .failure)
        }
        for case (let transfer, let delay?) in outcomes.map({ ($0.transfer, $0.delay) }) {
            return Failure("Transfer \(transfer.id) is still queued: \(delay)", .tryAgain)
        }
        return nil
    }
}

struct TransfersPauseCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a transfer, even if another process runs it.",
        examples: "strata transfers pause 1")

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.transfers.pause(id)
        try terminal.show(TransferOutput(transfer).output, json: options.json) {
            terminal.print("Transfer \(id) is paused.")
        }
    }
}

struct TransfersResumeCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Queue a paused or failed transfer again.",
        examples: "strata transfers resume 1")

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.transfers.resume(id)
        try terminal.show(TransferOutput(transfer).output, json: options.json) {
            terminal.print("Transfer \(id) is queued. Start it with `\(AppName.command) transfers run`.")
        }
    }
}

struct TransfersRemoveCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a transfer and its incomplete file.",
        examples: "strata transfers remove 1",
        notes: "A complete file stays.")

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

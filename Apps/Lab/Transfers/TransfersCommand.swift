public import ArgumentParser
import CommandLine
import Composition
import Foundation
import Networking
import Primitives
public import Transfers

struct TransfersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfers", abstract: "Queue downloads and uploads that survive interruptions.",
        examples: "strata transfers add /v2/files/sample-8388608 --output sample.bin",
        "strata transfers upload avatar.png", "strata transfers run",
        notes: """
            The queue is in the data folder, so these commands always use a background session. If `run` is \
            interrupted or killed, the next run continues each file. You can add, pause and remove transfers while it \
            runs.
            """,
        subcommands: [
            TransfersAddCommand.self, TransfersUploadCommand.self, TransfersListCommand.self, TransfersRunCommand.self,
            TransfersPauseCommand.self, TransfersResumeCommand.self, TransfersRemoveCommand.self,
        ])
}

protocol TransferCommand: AppCommand {}

extension TransferCommand {
    static var sessionKind: SessionKind? { .background }

    fileprivate func url(of target: String, _ app: ComposedApp) throws -> URL {
        let typed = try TypedTarget(target, baseURL: app.settings.baseURL).withWholePath
        guard let url = URL(string: typed.base.absoluteString + typed.path) else {
            throw Failure("The target \(target) is not a valid path or URL. Percent-encode special characters.", .usage)
        }
        return url
    }

    fileprivate func show(_ transfer: QueuedTransfer, _ sentence: String, on terminal: Terminal) throws {
        try terminal.show(TransferOutput(transfer).output, json: options.json) { terminal.print(sentence) }
    }

    fileprivate func showQueued(_ transfer: QueuedTransfer, _ verb: String, on terminal: Terminal) throws {
        let sentence = "\(verb) transfer \(transfer.id). Start it with `\(AppName.command) transfers run`."
        try show(transfer, sentence, on: terminal)
    }
}

extension QueuedTransfer.Priority: ExpressibleByArgument {
    public init?(argument: String) {
        guard let priority = Self.allCases.first(where: { $0.defaultValueDescription == argument }) else { return nil }
        self = priority
    }

    public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }
    public var defaultValueDescription: String { "\(self)" }
}

struct PriorityOption: ParsableArguments {
    @Option(help: "Start transfers of a higher priority first.")
    var priority: QueuedTransfer.Priority = .normal
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

    @OptionGroup var order: PriorityOption
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard !output.isEmpty, output != "-", !output.hasSuffix("/") else {
            throw ValidationError("--output must name a file.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.addTransfer(
            url(of: target, app), to: URL(typed: output), priority: order.priority)
        try showQueued(transfer, "Queued as", on: terminal)
    }
}

struct TransfersUploadCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Copy a file and queue its upload. Nothing is sent before `\(AppName.command) transfers run`.",
        examples: "strata transfers upload avatar.png", "strata transfers upload avatar.png --priority high",
        notes: """
            You may edit or delete the file afterwards: the copy in the data folder is sent, and deleted when it is \
            complete. The upload belongs to the login that is stored now, as with `transfers add`.
            """)

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "The path or URL that creates resumable uploads (default: /uploads in the app's own API).",
            valueName: "target"))
    var to: String?

    @OptionGroup var order: PriorityOption
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfer = try await app.addUpload(
            of: URL(typed: file), to: to.map { try url(of: $0, app) }, priority: order.priority)
        try showQueued(transfer, "Copied and queued as", on: terminal)
    }
}

struct TransfersListCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the transfers, finished ones included.",
        examples: "strata transfers list", "strata transfers list --json")

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let queue = try app.transfers
        var transfers: [TransferOutput] = []
        for transfer in try await queue.transfers() {
            transfers.append(
                TransferOutput(
                    transfer, isRunning: await transfer.isRunning(), storedBytes: await transfer.storedBytes()))
        }
        transfers += try await queue.damaged().map { TransferOutput(damaged: $0) }
        try terminal.show(transfers.sorted { $0.id < $1.id }, json: options.json, orElse: "No transfers.")
        if let note = try await app.noteOfWaitingTransfers() { terminal.message(note) }
    }
}

struct TransfersRunCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run all queued transfers, including those added meanwhile.",
        examples: "strata transfers run", "strata transfers run --parallel 4",
        notes: """
            A transfer that fails temporarily, for example without a connection, waits for the next run (exit code 75). \
            A transfer that can't succeed is marked as failed (exit code 1). Only one process runs the queue at a time.
            """)

    @Option(help: ArgumentHelp("Run at most this many transfers at the same time.", valueName: "count"))
    var parallel: Int = 2

    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard parallel >= 1 else { throw ValidationError("--parallel must be at least 1.") }
    }

    func adjust(_ settings: inout AppSettings) {
        settings.parallelTransfers = parallel
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let queue = try app.transfers
        let feed = TransferFeed()
        async let shown = show(feed, on: terminal)
        let result: Result<[QueuedTransfer], TransferQueueError>
        do throws(TransferQueueError) {
            result = .success(try await queue.run(progress: feed))
        } catch {
            result = .failure(error)
        }
        let seen = await shown
        // After Ctrl-C, the store can't be read.
        for transfer in (try? result.get().filter(\.state.isQueued)) ?? seen {
            let bytes = await transfer.storedBytes()
            guard bytes > 0 else { continue }
            terminal.message(
                "\(bytes.grouped) bytes of transfer \(transfer.id) are stored. \(TypedCommand.current.toContinue)")
        }
        let transfers = try result.get()
        try terminal.show(transfers.map { TransferOutput($0) }, json: options.json, orElse: "Nothing is queued.")
        for id in try await queue.damaged() { terminal.message(TransferQueueError.damaged(id: id).userMessage) }
        if let failure = failure(of: transfers) { throw failure }
        if let note = try await app.noteOfWaitingTransfers() {
            guard !transfers.isEmpty else { throw Failure(note, .tryAgain) }
            terminal.message(note)
        }
    }

    /// Shows one bar for the whole run.
    ///
    /// - Returns: the transfers that the feed has shown and not completed.
    private func show(_ feed: TransferFeed, on terminal: Terminal) async -> [QueuedTransfer] {
        let bar = ProgressBar("Transferring", on: terminal)
        var unfinished: [QueuedTransfer.ID: QueuedTransfer] = [:]
        for await update in feed {
            unfinished[update.transfer.id] = update.progress.isComplete ? nil : update.transfer
            bar.show(update.whole)
        }
        bar.end()
        return unfinished.values.sorted { $0.id < $1.id }
    }

    private func failure(of transfers: [QueuedTransfer]) -> Failure? {
        for case (let id, .failed(let reason)) in transfers.map({ ($0.id, $0.state) }) {
            return Failure("Transfer \(id) failed: \(reason)", .failure)
        }
        for case (let id, .waiting(let reason)) in transfers.map({ ($0.id, $0.state) }) {
            return Failure("Transfer \(id) is waiting: \(reason)", .tryAgain)
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
        try show(await app.transfers.pause(id), "Transfer \(id) is paused.", on: terminal)
    }
}

struct TransfersResumeCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Queue a paused, waiting or failed transfer again.",
        examples: "strata transfers resume 1")

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        try showQueued(await app.transfers.resume(id), "Queued", on: terminal)
    }
}

struct TransfersRemoveCommand: TransferCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a transfer and its incomplete file, or the copy of a file to upload.",
        examples: "strata transfers remove 1",
        notes: "A complete file stays.")

    @Argument(help: "The transfer's id.")
    var id: Int

    @OptionGroup var confirmation: Confirmation
    @OptionGroup var options: GlobalOptions

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let transfers = try app.transfers
        if let transfer = try await transfers.transfers().first(where: { $0.id == id }),
            let loss = await TransferOutput(transfer).loss(storedBytes: transfer.storedBytes())
        {
            try await confirmation.require("Delete transfer \(id) and \(loss)?", on: terminal)
        }
        try await transfers.remove(id)
        terminal.print(options.json ? #"{"removed":\#(id)}"# : "Removed transfer \(id).")
    }
}

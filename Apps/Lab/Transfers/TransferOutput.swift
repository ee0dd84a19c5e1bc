import CommandLine
import Composition
import Foundation
import Primitives
import Transfers

struct TransferOutput {
    let id: Int
    /// `queued`, `running`, `waiting`, `paused`, `done`, `failed` or `damaged`.
    let state: String
    /// Why the transfer failed, waits or can't be read.
    let reason: String?
    private let transfer: QueuedTransfer?
    /// The length of a complete file, or what the next run can skip.
    private let bytes: Int64?

    init(damaged id: Int) {
        (self.id, state, transfer, bytes) = (id, "damaged", nil, nil)
        reason = TransferQueueError.damaged(id: id).userMessage
    }

    init(_ transfer: QueuedTransfer, isRunning: Bool = false, storedBytes: Int64 = 0) {
        (id, self.transfer) = (transfer.id, transfer)
        let stored = storedBytes > 0 ? storedBytes : nil
        (state, bytes, reason) =
            switch transfer.state {
            case .queued where isRunning, .waiting where isRunning: ("running", stored, nil)
            case .queued: ("queued", stored, nil)
            case .waiting(let reason): ("waiting", stored, reason)
            case .paused: ("paused", stored, nil)
            case .done(let length, _): ("done", length, nil)
            case .failed(let reason): ("failed", stored, reason)
            }
    }

    /// What removing the transfer deletes; `nil` if that is nothing.
    func loss(storedBytes: Int64) -> String? {
        switch transfer?.direction {
        case .download(_, let file) where storedBytes > 0: "the \(storedBytes.grouped) stored bytes of \(file.path)"
        case .upload(let source, _) where state != "done": "the copy of \(source.name)"
        default: nil
        }
    }

    var output: Output {
        Output([
            .field("id", id), .field("direction", transfer.map { $0.isUpload ? "upload" : "download" }),
            .field("state", state), .field("priority", transfer.map { "\($0.priority)" }),
            .field("bytes", bytes, texts: [bytes?.grouped ?? ""]), .field("source", source), .field("target", target),
            .json("file", transfer.flatMap { $0.isUpload ? nil : $0.file.path }), .json("reason", reason),
        ])
    }

    private var source: String {
        switch transfer?.direction {
        case .download(let url, _): Self.withoutQuery(url)
        case .upload(let source, _): source.name
        case nil: ""
        }
    }

    private var target: String {
        switch (transfer?.direction, transfer?.state) {
        case (.download(_, let file), _): file.path
        case (.upload, .done(_, let location?)): Self.withoutQuery(location)
        case (.upload(_, let url), _): Self.withoutQuery(url)
        case (nil, _): ""
        }
    }

    /// The query's values may be secret.
    private static func withoutQuery(_ url: URL) -> String {
        let text = url.absoluteString
        return text.prefix { $0 != "?" } + (text.contains("?") ? "?…" : "")
    }
}

extension Terminal {
    func show(_ transfers: [TransferOutput], json: Bool, orElse sentence: String) throws {
        let outputs = transfers.map(\.output)
        try show(Output([.json("transfers", outputs)]), json: json) {
            guard !transfers.isEmpty else { return print(sentence) }
            for line in Table(outputs).lines(self) { print(line) }
            for case let (id, reason?) in transfers.map({ ($0.id, $0.reason) }) {
                print(dim("\(id): \(reason.printable)"))
            }
        }
    }
}

extension ComposedApp {
    /// A sentence about the transfers of accounts that are not logged in; `nil` if there are none.
    func noteOfWaitingTransfers() async throws -> String? {
        switch try await waitingTransfers() {
        case 0: nil
        case 1: "1 transfer is not shown. It waits until its account logs in again."
        case let count: "\(count) transfers are not shown. They wait until their account logs in again."
        }
    }
}

extension TransferQueueError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .unknown: Failure("\(userMessage) `\(AppName.command) transfers list` shows all transfers.", .notFound)
        case .finished, .failed, .duplicate, .invalidURL, .invalidFile, .uploadsUnsupported:
            Failure(userMessage, .usage)
        case .spool: Failure(userMessage, .unsuitableFile)
        case .busy: Failure(userMessage, .tryAgain)
        case .damaged, .store: Failure(userMessage, .storage)
        }
    }
}

import Composition
import Foundation
import Primitives
import Transfers

struct TransferOutput {
    let id: Int
    /// `queued`, `running`, `paused`, `done`, `failed` or `damaged`.
    let state: String
    /// Without the query's values, which may be secret. Empty for a damaged transfer, like `file`.
    let source: String
    let file: String
    /// The length of a complete file.
    let bytes: Int64?
    /// Why the transfer failed, waits or can't be read.
    let reason: String?

    init(damaged id: Int) {
        (self.id, state, source, file, bytes) = (id, "damaged", "", "", nil)
        reason = TransferQueueError.damaged(id: id).userMessage
    }

    init(_ transfer: QueuedTransfer, isRunning: Bool = false, delay: String? = nil) {
        id = transfer.id
        let text = transfer.source.absoluteString
        source = text.prefix { $0 != "?" } + (text.contains("?") ? "?…" : "")
        file = transfer.file.path
        switch transfer.state {
        case .queued: (state, bytes, reason) = (isRunning ? "running" : "queued", nil, delay)
        case .paused: (state, bytes, reason) = ("paused", nil, nil)
        case .done(let length): (state, bytes, reason) = ("done", length, nil)
        case .failed(let cause): (state, bytes, reason) = ("failed", nil, cause)
        }
    }

    var output: Output {
        Output([
            .field("id", id), .field("state", state), .field("bytes", bytes, texts: [bytes?.grouped ?? ""]),
            .field("source", source), .field("file", file), .json("reason", reason),
        ])
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
        case .finished, .failed, .duplicate, .invalidSource, .invalidFile: Failure(userMessage, .usage)
        case .busy: Failure(userMessage, .tryAgain)
        case .damaged, .store: Failure(userMessage, .storage)
        }
    }
}

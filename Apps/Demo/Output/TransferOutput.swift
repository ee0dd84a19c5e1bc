import Foundation
import Networking
import Transfers

/// A queued transfer as output.
struct TransferOutput: Encodable {
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

    func show(on terminal: Terminal, json: Bool, as sentence: String) throws {
        terminal.print(json ? try JSONOutput.text(self) : sentence)
    }
}

/// A list of transfers as output.
struct TransferListOutput: Encodable {
    let transfers: [TransferOutput]

    /// A sentence about the transfers of accounts that are not logged in; `nil` if there are none.
    static func note(waiting count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 transfer is not shown. It waits until its account logs in again."
        default: "\(count) transfers are not shown. They wait until their account logs in again."
        }
    }

    func show(on terminal: Terminal, json: Bool, orElse sentence: String) throws {
        guard !json else { return terminal.print(try JSONOutput.text(self)) }
        guard !transfers.isEmpty else { return terminal.print(sentence) }
        let rows = transfers.map { ["\($0.id)", $0.state, $0.bytes?.grouped ?? "", $0.source, $0.file] }
        for line in Table(header: ["ID", "STATE", "BYTES", "SOURCE", "FILE"], rows: rows).lines(terminal) {
            terminal.print(line)
        }
        for case let (id, reason?) in transfers.map({ ($0.id, $0.reason) }) {
            terminal.print(terminal.dim("\(id): \(reason.printable)"))
        }
    }
}

import Foundation
import GRDB
import Persistence
import Transfers

extension QueuedTransfer {
    /// The columns in the order of ``init(row:)``.
    static var rowColumns: String { "id, source, file, account, state, length, reason" }

    init(row: Row) throws {
        guard let source = URL(string: try row.decode(String.self, atIndex: 1)) else {
            throw StoreError.failed(reason: "A stored transfer has a source that is not a URL.")
        }
        self.init(
            id: try row.decode(Int.self, atIndex: 0), source: source,
            file: URL(filePath: try row.decode(String.self, atIndex: 2), directoryHint: .notDirectory),
            account: try row.decode(String?.self, atIndex: 3), state: try State(row: row))
    }
}

extension QueuedTransfer.State {
    fileprivate init(row: Row) throws {
        switch try row.decode(String.self, atIndex: 4) {
        case "queued": self = .queued
        case "paused": self = .paused
        case "done": self = .done(length: try row.decode(Int64.self, atIndex: 5))
        case "failed": self = .failed(reason: try row.decode(String.self, atIndex: 6))
        default: throw StoreError.failed(reason: "A stored transfer has an unknown state.")
        }
    }

    /// The values of the columns `state, length, reason`.
    var rowArguments: StatementArguments {
        switch self {
        case .queued: ["queued", nil, nil]
        case .paused: ["paused", nil, nil]
        case .done(let length): ["done", length, nil]
        case .failed(let reason): ["failed", nil, reason]
        }
    }
}

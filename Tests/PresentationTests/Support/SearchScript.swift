import Synchronization
import TestSupport

/// A search whose requests wait until the test lets them end, and its record of what was sent and cancelled.
final class SearchScript: Sendable {
    private struct Record {
        var sent: [String] = []
        var cancelled: [String] = []
        var gates: [String: Gate] = [:]
    }

    private let record = Mutex(Record())
    /// Counts the cancelled requests.
    let cancellations = Gate(isOpen: true)

    var sent: [String] { record.withLock { $0.sent } }
    var cancelled: [String] { record.withLock { $0.cancelled } }

    /// The gate that requests for `term` wait at.
    func gate(_ term: String) -> Gate {
        record.withLock { record in
            let gate = record.gates[term] ?? Gate()
            record.gates[term] = gate
            return gate
        }
    }

    func respond(to term: String) async throws(FakeFailure) -> [String] {
        record.withLock { $0.sent.append(term) }
        await gate(term).pass()
        if Task.isCancelled {
            record.withLock { $0.cancelled.append(term) }
            await cancellations.pass()
            throw .cancelled
        }
        return ["\(term) 1", "\(term) 2"]
    }
}

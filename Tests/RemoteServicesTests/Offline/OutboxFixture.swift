import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import Synchronization
import TestSupport

@testable import RemoteServices

/// The outboxes of one machine, and a server whose faults a test chooses.
struct OutboxFixture {
    let clock = ManualClock()
    let server: NoteServer
    let stores: AccountStores
    private let keyLifetime: Duration
    let owner = DataOwner.everyone(server: "https://api.example.com")
    private let identifiers = SequentialIdentifierSource()

    /// - Parameter keyLifetime: how long the server recognizes a key; zero for a server without keys.
    init(stores: AccountStores = .inMemory(), keyLifetime: Duration = .seconds(24 * 60 * 60)) {
        self.stores = stores
        self.keyLifetime = keyLifetime
        server = NoteServer(usesKeys: keyLifetime > .zero)
    }

    /// The outbox of one process of this machine.
    func process(knowing kinds: [OutboxKind] = [OutboxKind(NoteChange.self)]) throws -> Outbox {
        let client = try Client.fixture(
            transport: server.transport, environment: .fixture(), coding: JSONBodyCoding(), time: clock)
        return Outbox(
            of: owner, session: client.session(for: Guest.self), store: stores.outbox, kinds: kinds,
            records: stores.records, lock: stores.outboxLock, keyLifetime: keyLifetime, time: clock,
            random: SteadyRandom(0), identifiers: identifiers)
    }

    func entries() async throws -> [OutboxEntry] { try await stores.outbox.entries(of: owner) }

    /// Lets time pass until `condition` holds.
    func advance(until condition: () async throws -> Bool) async throws {
        while try await !condition() {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
    }

    func advanceUntilSent() async throws {
        try await advance { try await entries().isEmpty }
    }
}

/// A change of a note. A text that is appended twice shows.
enum NoteChange: OutboxChange, Equatable {
    case append(note: String, String)
    case clear(note: String)

    static var kind: String { "note" }

    var itemID: String {
        switch self {
        case .append(let note, _), .clear(let note): note
        }
    }

    var summary: String { "change \(itemID)" }

    func request() throws -> ChangeRequest {
        switch self {
        case .append(let note, let text): ChangeRequest(.patch, "/notes/\(note)", body: ["text": text])
        case .clear(let note): ChangeRequest(.put, "/notes/\(note)", body: ["text": ""])
        }
    }

    func merged(with later: NoteChange) -> MergedChange<NoteChange> {
        switch (self, later) {
        case (.append(let note, let first), .append(_, let second)): .replace(.append(note: note, first + second))
        case (_, .clear): .replace(later)
        case (.clear, .append): .keepBoth
        }
    }

    func store(
        _ response: Data, of owner: DataOwner, in records: any RecordStorage, at now: Date
    ) async throws(StoreError) {}
}

/// A server that applies each change once, whatever it answers: it recognizes a key that it has seen, unless it uses none.
final class NoteServer: Sendable {
    enum Fault: Sendable {
        case unreachable
        /// The change is applied, and the response does not arrive.
        case lostResponse
        case status(Int)
        /// Something else than the server answers, so nothing is applied.
        case page
    }

    private struct State {
        var notes: [String: String] = [:]
        var requests: [ReceivedRequest] = []
        var appliedKeys: [String: ReceivedRequest] = [:]
        var fault: @Sendable (ReceivedRequest) -> Fault? = { _ in nil }
        var gate: Gate?
        var usesKeys = true

        func isRepeated(_ request: ReceivedRequest) -> Bool { appliedKeys[request.key] != nil }

        mutating func apply(_ request: ReceivedRequest) {
            let key = request.key
            if usesKeys, let first = appliedKeys.updateValue(request, forKey: key) {
                if first.body != request.body || first.head.path != request.head.path {
                    notes["broken"] = "other bytes under the key \(key)"
                }
                return
            }
            let name = request.head.path?.split(separator: "/").last.map(String.init) ?? ""
            let text = (try? JSONDecoder().decode([String: String].self, from: request.body))?["text"] ?? ""
            notes[name] = request.head.method == .put ? "" : notes[name, default: ""] + text
        }
    }

    private let state = Mutex(State())
    let transport = FakeTransport()

    init(usesKeys: Bool = true) {
        state.withLock { $0.usesKeys = usesKeys }
        transport.respond { [weak self] request throws(TransportError) in
            guard let self else { throw .closed }
            return try await respond(to: request)
        }
    }

    /// The texts of the notes, by their names.
    var notes: [String: String] { state.withLock { $0.notes } }
    var requests: [ReceivedRequest] { state.withLock { $0.requests } }

    func fail(_ fault: @escaping @Sendable (ReceivedRequest) -> Fault?) { state.withLock { $0.fault = fault } }
    func fail(_ fault: Fault?) { fail { _ in fault } }

    /// Lets every request wait for a gate, before it has an effect.
    func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }

    private func respond(to request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
        let (fault, gate) = state.withLock { ($0.fault(request), $0.gate) }
        if case .unreachable = fault { throw .connectionRefused }
        state.withLock { $0.requests.append(request) }
        await gate?.pass()
        if case .status(let status) = fault, !state.withLock({ $0.isRepeated(request) }) {
            return .empty(HTTPResponse.Status(code: status))
        }
        if case .page = fault { return .data(Data("<html>".utf8), fields: [.contentType: "text/html"]) }
        state.withLock { $0.apply(request) }
        if case .lostResponse = fault { throw .connectionLost }
        return .json("{}")
    }
}

extension ReceivedRequest {
    fileprivate var key: String { HTTPField.Name("Idempotency-Key").flatMap { head.headerFields[$0] } ?? "" }
}

extension OutboxFixture {
    /// An open change, as another process has added it.
    func open(_ note: String, _ text: String) throws -> NewOutboxEntry {
        NewOutboxEntry(
            id: "other", owner: owner, lane: "note \(note)", kind: "note", version: 1,
            payload: try JSONCoding().encode(NoteChange.append(note: note, text)), createdAt: clock.now)
    }

    func untilEntries(_ count: Int) async throws {
        while try await entries().count != count { await Task.yield() }
    }

    func untilOpen(_ change: NoteChange) async throws {
        while try await entries().last.map({ try NoteChange($0) }) != change { await Task.yield() }
    }
}

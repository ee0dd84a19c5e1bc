import HTTPTypes
import Testing

@testable import NIOTransport

@Suite("Connection pool rules")
struct PoolMachineTests {
    private final class Connection: Sendable {}
    private final class Call: Sendable {}
    private typealias Machine = PoolMachine<Connection, Call>

    private var machine = Machine(connectionsPerHost: 2)
    private let host: Destination
    private let first = Call()
    private let second = Call()
    private let third = Call()

    init() throws {
        host = try Destination(of: HTTPRequest(method: .get, scheme: "http", authority: "a.example", path: "/"))
    }

    @Test("the first calls each open a connection, up to the host's limit, and the rest wait")
    mutating func limit() {
        let result1 = connects(machine.assign(first, to: host))
        #expect(result1 == true)
        let result2 = connects(machine.assign(second, to: host))
        #expect(result2 == true)
        let result3 = connects(machine.assign(third, to: host))
        #expect(result3 == false)
    }

    @Test("a call gets the most recently used connection")
    mutating func lastUsed() {
        let (old, new) = (open(), open())
        let result1 = isIdle(machine.offer(old, to: host, isNew: false))
        #expect(result1)
        let result2 = isIdle(machine.offer(new, to: host, isNew: false))
        #expect(result2)
        guard case .connection(let given) = machine.assign(first, to: host) else {
            Issue.record("expected a connection")
            return
        }
        #expect(given === new)
    }

    @Test("a connection that becomes ready goes to the call that has waited longest")
    mutating func order() {
        let busy = open()
        _ = machine.assign(first, to: host)
        _ = machine.assign(second, to: host)
        let result1 = call(machine.offer(busy, to: host, isNew: false))
        #expect(result1 === first)
        let result2 = call(machine.offer(Connection(), to: host, isNew: true))
        #expect(result2 === second)
    }

    @Test("a call that has stopped waiting gets no connection")
    mutating func removal() {
        _ = machine.assign(first, to: host)
        _ = machine.assign(second, to: host)
        machine.remove(first, to: host)
        let result1 = call(machine.offer(Connection(), to: host, isNew: true))
        #expect(result1 === second)
        let result2 = isIdle(machine.offer(Connection(), to: host, isNew: true))
        #expect(result2)
    }

    @Test("a failed connection attempt fails one call, unless another attempt can still serve it")
    mutating func failedAttempt() {
        let busy = open()
        _ = machine.assign(first, to: host)
        let result1 = call(machine.offer(busy, to: host, isNew: false))
        #expect(result1 === first)
        // No call waits for the attempt that the first call started.
        let result2 = machine.attemptFailed(to: host).failed
        #expect(result2 == nil)
        _ = machine.assign(second, to: host)
        _ = machine.assign(third, to: host)
        let recovery = machine.attemptFailed(to: host)
        #expect(recovery.failed === second)
        #expect(recovery.connect)
    }

    @Test("a closed connection frees its place for a waiting call")
    mutating func closedConnection() {
        let (one, _) = (open(), open())
        let result1 = connects(machine.assign(first, to: host))
        #expect(result1 == false)
        let result2 = machine.connectionClosed(one, to: host).connect
        #expect(result2)
        // A second report of the same end changes nothing.
        let result3 = machine.connectionClosed(one, to: host).connect
        #expect(!result3)
    }

    @Test("only an idle connection can be retired, and then no call gets it")
    mutating func retirement() {
        let connection = open()
        let result1 = machine.retire(connection, to: host)
        #expect(!result1)
        _ = machine.offer(connection, to: host, isNew: false)
        let result2 = machine.retire(connection, to: host)
        #expect(result2)
        let result3 = connects(machine.assign(first, to: host))
        #expect(result3 == true)
    }

    @Test("a call that needs a fresh connection replaces the one that was used last")
    mutating func fresh() {
        let (old, last) = (open(), open())
        _ = machine.offer(old, to: host, isNew: false)
        _ = machine.offer(last, to: host, isNew: false)
        guard case .waiting(let wait) = machine.assign(first, to: host, needsFresh: true) else {
            Issue.record("expected a wait")
            return
        }
        #expect(wait.connect && !wait.isFull && wait.replaced === last)
        guard case .connection(let given) = machine.assign(second, to: host) else {
            Issue.record("expected a connection")
            return
        }
        #expect(given === old)
        // The used connection serves no call that needs a fresh one.
        let result1 = isIdle(machine.offer(old, to: host, isNew: false))
        #expect(result1)
        let result2 = call(machine.offer(Connection(), to: host, isNew: true))
        #expect(result2 === first)
    }

    @Test("a call that needs a fresh connection gets one from a full pool in place of the next free connection")
    mutating func freshInFullPool() {
        let (one, _) = (open(), open())
        guard case .waiting(let wait) = machine.assign(first, to: host, needsFresh: true) else {
            Issue.record("expected a wait")
            return
        }
        #expect(!wait.connect && wait.isFull && wait.replaced == nil)
        _ = machine.assign(second, to: host)
        guard case .close = machine.offer(one, to: host, isNew: false) else {
            Issue.record("expected a close")
            return
        }
        let result1 = machine.connectionClosed(one, to: host).connect
        #expect(result1)
        let result2 = call(machine.offer(Connection(), to: host, isNew: true))
        #expect(result2 === first)
    }

    @Test("a host without connections and calls is removed")
    mutating func forgetting() {
        let connection = open()
        #expect(machine.hostCount == 1)
        _ = machine.connectionClosed(connection, to: host)
        #expect(machine.hostCount == 0)
    }

    @Test("closing the pool returns all connections and calls, and later calls are refused")
    mutating func closing() {
        let (idle, busy) = (open(), open())
        _ = machine.offer(idle, to: host, isNew: false)
        let (connections, _) = machine.close()
        #expect(connections.count == 2)
        #expect(connections.contains { $0 === busy })
        guard case .refused = machine.assign(first, to: host), case .close = machine.offer(busy, to: host, isNew: false)
        else {
            Issue.record("a closed pool took a call or a connection")
            return
        }
    }

    @Test("closing the pool returns waiting calls in order of arrival")
    mutating func closingWithCalls() {
        for call in [first, second, third] { _ = machine.assign(call, to: host) }
        let (_, waiting) = machine.close()
        #expect(waiting.map(ObjectIdentifier.init) == [first, second, third].map(ObjectIdentifier.init))
    }

    /// A connection in use by a call.
    private mutating func open() -> Connection {
        let (call, connection) = (Call(), Connection())
        _ = machine.assign(call, to: host)
        _ = machine.offer(connection, to: host, isNew: true)
        return connection
    }

    private func connects(_ assignment: Machine.Assignment) -> Bool? {
        if case .waiting(let wait) = assignment { wait.connect } else { nil }
    }

    private func call(_ offer: Machine.Offer) -> Call? {
        if case .exchange(let call) = offer { call } else { nil }
    }

    private func isIdle(_ offer: Machine.Offer) -> Bool {
        if case .idle = offer { true } else { false }
    }
}

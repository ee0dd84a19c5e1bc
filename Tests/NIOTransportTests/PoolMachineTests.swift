import HTTPTypes
import NIOHTTP1
import Networking
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
        #expect(connects(machine.assign(first, to: host)) == true)
        #expect(connects(machine.assign(second, to: host)) == true)
        #expect(connects(machine.assign(third, to: host)) == false)
    }

    @Test("a call gets the most recently used connection")
    mutating func lastUsed() {
        let (old, new) = (open(), open())
        #expect(isIdle(machine.offer(old, to: host, isNew: false)) == true)
        #expect(isIdle(machine.offer(new, to: host, isNew: false)) == true)
        #expect(connection(machine.assign(first, to: host)) === new)
    }

    @Test("a connection that becomes ready goes to the call that has waited longest")
    mutating func order() {
        let busy = open()
        _ = machine.assign(first, to: host)
        _ = machine.assign(second, to: host)
        #expect(call(machine.offer(busy, to: host, isNew: false)) === first)
        #expect(call(machine.offer(Connection(), to: host, isNew: true)) === second)
    }

    @Test("a call that has stopped waiting gets no connection")
    mutating func removal() {
        _ = machine.assign(first, to: host)
        _ = machine.assign(second, to: host)
        machine.remove(first, to: host)
        #expect(call(machine.offer(Connection(), to: host, isNew: true)) === second)
        #expect(isIdle(machine.offer(Connection(), to: host, isNew: true)) == true)
    }

    @Test("a failed connection attempt fails one call, unless another attempt can still serve it")
    mutating func failedAttempt() {
        let busy = open()
        _ = machine.assign(first, to: host)
        #expect(call(machine.offer(busy, to: host, isNew: false)) === first)
        // No call waits for the attempt that the first call started.
        #expect(machine.attemptFailed(to: host).failed == nil)
        _ = machine.assign(second, to: host)
        _ = machine.assign(third, to: host)
        let recovery = machine.attemptFailed(to: host)
        #expect(recovery.failed === second)
        #expect(recovery.connect)
    }

    @Test("a failed connection attempt fails no call if each has a running attempt left")
    mutating func spareAttempt() {
        _ = machine.assign(first, to: host)
        _ = machine.assign(second, to: host)
        machine.remove(first, to: host)
        #expect(machine.attemptFailed(to: host).failed == nil)
        #expect(call(machine.offer(Connection(), to: host, isNew: true)) === second)
    }

    @Test("a closed connection frees its place for a waiting call")
    mutating func closedConnection() {
        let (one, _) = (open(), open())
        #expect(connects(machine.assign(first, to: host)) == false)
        #expect(machine.connectionClosed(one, to: host).connect == true)
        // A second report of the same end changes nothing.
        #expect(machine.connectionClosed(one, to: host).connect == false)
    }

    @Test("only an idle connection can be retired, and then no call gets it")
    mutating func retirement() {
        let connection = open()
        #expect(machine.retire(connection, to: host) == false)
        _ = machine.offer(connection, to: host, isNew: false)
        #expect(machine.retire(connection, to: host) == true)
        #expect(connects(machine.assign(first, to: host)) == true)
    }

    @Test("a call that needs a fresh connection replaces the one that was used last")
    mutating func fresh() {
        let (old, last) = (open(), open())
        _ = machine.offer(old, to: host, isNew: false)
        _ = machine.offer(last, to: host, isNew: false)
        let wait = wait(machine.assign(first, to: host, needsFresh: true))
        #expect(wait?.connect == true && wait?.isFull == false && wait?.replaced === last)
        #expect(connection(machine.assign(second, to: host)) === old)
        // The used connection serves no call that needs a fresh one.
        #expect(isIdle(machine.offer(old, to: host, isNew: false)) == true)
        #expect(call(machine.offer(Connection(), to: host, isNew: true)) === first)
    }

    @Test("a call that needs a fresh connection gets one from a full pool in place of the next free connection")
    mutating func freshInFullPool() {
        let (one, _) = (open(), open())
        let wait = wait(machine.assign(first, to: host, needsFresh: true))
        #expect(wait?.connect == false && wait?.isFull == true && wait?.replaced == nil)
        _ = machine.assign(second, to: host)
        #expect(isClose(machine.offer(one, to: host, isNew: false)) == true)
        #expect(machine.connectionClosed(one, to: host).connect == true)
        #expect(call(machine.offer(Connection(), to: host, isNew: true)) === first)
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
        #expect(isClose(machine.offer(busy, to: host, isNew: false)) == true)
        guard case .refused = machine.assign(first, to: host) else {
            Issue.record("a closed pool took a call")
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

    private func connection(_ assignment: Machine.Assignment) -> Connection? {
        if case .connection(let connection) = assignment { connection } else { nil }
    }

    private func wait(_ assignment: Machine.Assignment) -> Machine.Wait? {
        if case .waiting(let wait) = assignment { wait } else { nil }
    }

    private func connects(_ assignment: Machine.Assignment) -> Bool? {
        wait(assignment)?.connect
    }

    private func call(_ offer: Machine.Offer) -> Call? {
        if case .exchange(let call) = offer { call } else { nil }
    }

    private func isIdle(_ offer: Machine.Offer) -> Bool {
        if case .idle = offer { true } else { false }
    }

    private func isClose(_ offer: Machine.Offer) -> Bool {
        if case .close = offer { true } else { false }
    }
}

@Suite("Exchange rules")
struct ExchangeMachineTests {
    private typealias Machine = ExchangeMachine<String, String, Int>

    private var machine = Machine()

    init() {
        #expect(machine.begin("caller") == nil)
    }

    @Test("a timer limits the wait for a connection until a connection sends the request")
    mutating func waiting() {
        #expect(machine.wait(1) == .timed)
        #expect(machine.run(on: "connection") == (true, 1))
    }

    @Test("a connection can send the request before the pool reports the wait")
    mutating func lateWait() {
        #expect(machine.run(on: "connection") == (true, nil))
        #expect(machine.wait(1) == .untimed)
    }

    /// Two threads report a wait: the caller's, for the first place in the queue, and the event loop's, for the second.
    @Test("a request that is queued again before its first wait is reported stays in the queue")
    mutating func queuedTwice() {
        #expect(machine.restart() == (true, nil))
        #expect(machine.wait(2) == .timed)
        #expect(machine.wait(1) == .untimed)
        #expect(machine.run(on: "connection") == (true, 2))
    }

    @Test("a request whose connection was closed waits for another one with a new timer")
    mutating func restarting() {
        _ = machine.wait(1)
        #expect(machine.restart() == (true, 1))
        _ = machine.run(on: "connection")
        #expect(machine.restart() == (true, nil))
        #expect(machine.wait(2) == .timed)
    }

    @Test("an ended exchange leaves the queue, uses no connection and keeps its first end")
    mutating func ending() {
        _ = machine.end(.connectTimeout)
        #expect(machine.wait(1) == .ended)
        #expect(machine.run(on: "connection") == (false, nil))
        #expect(machine.restart() == (false, nil))
        guard case .ended(.connectTimeout) = machine.end(.cancelled) else {
            Issue.record("a later end replaced the first one")
            return
        }
    }

    @Test("a call that was cancelled before it began fails when it begins")
    func cancelledEarly() {
        var machine = Machine()
        _ = machine.end(.cancelled)
        #expect(machine.begin("caller") == .cancelled)
    }
}

@Suite("Connection rules")
struct ConnectionMachineTests {
    private var machine = ConnectionMachine()

    @Test("a complete exchange leaves the connection reusable")
    mutating func reuse() {
        exchange()
        #expect(machine.readCompleted() == true)
        #expect(machine.isIdle)
        exchange()
        #expect(machine.readCompleted() == true)
    }

    @Test(
        "a response that announces the end of the connection is its last",
        arguments: [(HTTPVersion.http1_1, "close"), (.http1_0, nil)] as [(HTTPVersion, String?)])
    mutating func announcedEnd(version: HTTPVersion, connection: String?) {
        exchange(head(200, version, connection: connection))
        #expect(machine.readCompleted() == false)
        #expect(machine.isClosed)
    }

    @Test("a response that is complete before its request is the connection's last, and none ends in its middle")
    mutating func earlyResponse() {
        machine.start()
        machine.headWritten(true)
        #expect(machine.readCompleted() == nil)
        #expect(machine.received(head(413)) == .deliver)
        #expect(machine.readCompleted() == nil)
        machine.receivedEnd()
        #expect(machine.readCompleted() == false)
    }

    @Test("interim responses are ignored, and the final one is delivered")
    mutating func interim() {
        machine.start()
        #expect(machine.received(head(100)) == .ignore)
        #expect(machine.received(head(103)) == .ignore)
        #expect(machine.received(head(999)) == .deliver)
    }

    @Test(
        "status codes below 100, 101 Switching Protocols and responses without a request are rejected",
        arguments: [0, 99, 101])
    mutating func refused(code: Int) {
        let unrequested = machine.received(head(200))
        machine.start()
        let refused = machine.received(head(code))
        machine = ConnectionMachine()
        exchange()
        for receipt in [unrequested, refused, machine.received(head(200))] {
            guard case .fail(.invalidResponse) = receipt else {
                Issue.record("expected a refusal, got \(receipt)")
                return
            }
        }
    }

    /// On a new connection the next one may be refused for the same reason; a head that was written may have been
    /// processed.
    @Test(
        "an exchange can be sent again if its connection served or waited before and its head was not written",
        arguments: [
            (.exchange, false, .restart), (.wait, false, .restart), (nil, false, .fail(.notSent)),
            (.exchange, true, .fail(.connectionLost)),
        ] as [(Before?, Bool, ConnectionMachine.Ending)])
    private mutating func restart(before: Before?, isHeadWritten: Bool, ending: ConnectionMachine.Ending) {
        switch before {
        case .exchange:
            exchange()
            _ = machine.readCompleted()
        case .wait: machine.becameIdle()
        case nil: break
        }
        machine.start()
        machine.headWritten(isHeadWritten)
        #expect(machine.ended(nil) == ending)
    }

    private enum Before {
        case exchange, wait
    }

    @Test("a connection that ends within a body truncates the response; an end after it or while idle affects no call")
    mutating func ends() {
        var (within, behind, idle) = (machine, machine, machine)
        within.start()
        _ = within.received(head(200))
        var stalled = within
        #expect(within.ended(nil) == .fail(.truncatedResponse))
        #expect(stalled.ended(.idleTimeout) == .fail(.idleTimeout))
        behind.start()
        _ = behind.received(head(200))
        behind.receivedEnd()
        #expect(behind.ended(nil) == .finish)
        #expect(idle.ended(nil) == .none)
        #expect(idle.isClosed)
    }

    private mutating func exchange(_ response: HTTPResponseHead? = nil) {
        machine.start()
        machine.headWritten(true)
        machine.requestSent()
        _ = machine.received(response ?? head(200))
        machine.receivedEnd()
    }

    private func head(
        _ code: Int, _ version: HTTPVersion = .http1_1, connection: String? = nil
    ) -> HTTPResponseHead {
        let headers = HTTPHeaders(connection.map { [("Connection", $0)] } ?? [])
        return HTTPResponseHead(version: version, status: HTTPResponseStatus(statusCode: code), headers: headers)
    }
}

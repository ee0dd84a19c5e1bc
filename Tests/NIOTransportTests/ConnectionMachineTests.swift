import NIOHTTP1
import Networking
import Testing

@testable import NIOTransport

@Suite("Connection rules")
struct ConnectionMachineTests {
    private var machine = ConnectionMachine()

    @Test("a complete exchange leaves the connection reusable")
    mutating func reuse() {
        exchange()
        let result1 = machine.readCompleted()
        #expect(result1 == true)
        #expect(machine.isIdle)
        exchange()
        let result2 = machine.readCompleted()
        #expect(result2 == true)
    }

    @Test(
        "a response that announces the end of the connection is its last",
        arguments: [(HTTPVersion.http1_1, "close"), (.http1_0, nil)] as [(HTTPVersion, String?)])
    mutating func announcedEnd(version: HTTPVersion, connection: String?) {
        exchange(head(200, version, connection: connection))
        let result = machine.readCompleted()
        #expect(result == false)
        #expect(machine.isClosed)
    }

    @Test("a response that is complete before its request is the connection's last")
    mutating func earlyResponse() {
        machine.start()
        machine.headWritten(true)
        let result1 = machine.received(head(413))
        #expect(result1 == .deliver)
        machine.receivedEnd()
        let result2 = machine.readCompleted()
        #expect(result2 == false)
    }

    @Test("a completed read in the middle of a response does not end it")
    mutating func middle() {
        machine.start()
        machine.headWritten(true)
        machine.requestSent()
        let result1 = machine.readCompleted()
        #expect(result1 == nil)
        _ = machine.received(head(200))
        let result2 = machine.readCompleted()
        #expect(result2 == nil)
    }

    @Test("interim responses are ignored, and the final one is delivered")
    mutating func interim() {
        machine.start()
        let result1 = machine.received(head(100))
        #expect(result1 == .ignore)
        let result2 = machine.received(head(103))
        #expect(result2 == .ignore)
        let result3 = machine.received(head(999))
        #expect(result3 == .deliver)
    }

    @Test(
        "status codes below 100, 101 Switching Protocols and responses without a request are rejected",
        arguments: [0, 99, 101])
    mutating func refused(code: Int) {
        let unrequested = machine.received(head(200))
        machine.start()
        for receipt in [unrequested, machine.received(head(code))] {
            guard case .fail(.invalidResponse) = receipt else {
                Issue.record("expected a refusal, got \(receipt)")
                return
            }
        }
    }

    @Test("a second response to one request is rejected")
    mutating func second() {
        exchange()
        guard case .fail = machine.received(head(200)) else {
            Issue.record("expected a refusal")
            return
        }
    }

    @Test("an exchange on a reused connection can be sent again if its head was not written")
    mutating func restart() {
        exchange()
        _ = machine.readCompleted()
        machine.start()
        machine.headWritten(false)
        let result = machine.ended(nil)
        #expect(result == .restart)
    }

    @Test("an exchange on a new connection fails, because the next connection may be refused for the same reason")
    mutating func newConnection() {
        machine.start()
        machine.headWritten(false)
        let result = machine.ended(nil)
        #expect(result == .fail(.notSent))
    }

    @Test("an exchange on a connection that was idle before can be sent again, even if it is the first one")
    mutating func unused() {
        machine.becameIdle()
        machine.start()
        machine.headWritten(false)
        let result = machine.ended(.connectionLost)
        #expect(result == .restart)
    }

    @Test("an exchange whose head was written is lost, because the server may have processed it")
    mutating func lost() {
        exchange()
        _ = machine.readCompleted()
        machine.start()
        machine.headWritten(true)
        let result = machine.ended(nil)
        #expect(result == .fail(.connectionLost))
    }

    @Test("a connection that ends within a body truncates the response; an end after it or while idle affects no call")
    mutating func ends() {
        var (within, behind, idle) = (machine, machine, machine)
        within.start()
        _ = within.received(head(200))
        let result1 = within.ended(nil)
        #expect(result1 == .fail(.truncatedResponse))
        behind.start()
        _ = behind.received(head(200))
        behind.receivedEnd()
        let result2 = behind.ended(nil)
        #expect(result2 == .finish)
        let result3 = idle.ended(nil)
        #expect(result3 == .none)
        #expect(idle.isClosed)
    }

    @Test("the cause of a connection's end is the error of its exchange")
    mutating func reason() {
        machine.start()
        _ = machine.received(head(200))
        let result = machine.ended(.idleTimeout)
        #expect(result == .fail(.idleTimeout))
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

import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

@Suite("Doubles of Transport")
struct DoubleTests {
    private let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/x")

    @Test("a mock records and forwards every call, returns its responses in order, and throws when none is left")
    func mock() async throws {
        let transport = MockTransport(over: MockTransport(.failure(.closed), .success(.text("hello"))))
        await #expect(throws: TransportError.closed) { try await transport.send(request, body: .empty) }
        let response = try await transport.send(request, body: .data(Data("body".utf8)))
        #expect(try await response.body.collect(upTo: 5) == Data("hello".utf8))
        await #expect(throws: TransportError.self) { try await transport.send(request, body: .empty) }
        #expect(transport.calls.map(\.request.path) == ["/x", "/x", "/x"])
        #expect(transport.calls.map(\.body.length) == [0, 4, 0])
        await transport.shutdown()
        #expect(transport.shutdowns == 1)
    }

    @Test("a scripted body runs its steps as they are read, once for each reader")
    func scriptedBody() async throws {
        let asked = Gate(isOpen: true)
        let body = ScriptedBytes(.piece(Data("a".utf8)), .pass(asked), .failure(.connectionLost))
        for count in 1...2 {
            var reader = ByteStream(body).makeAsyncIterator()
            #expect(try await reader.next() == Data("a".utf8))
            #expect(asked.arrivals == count - 1)
            await #expect(throws: TransportError.connectionLost) { try await reader.next() }
            #expect(asked.arrivals == count)
        }
    }

    @Test("a scripted body ends if its reader is cancelled")
    func scriptedEnd() async throws {
        let gate = Gate()
        let reading = Task { try await ByteStream(ScriptedBytes(.pass(gate))).collect(upTo: 1) }
        await gate.waitForArrivals(1)
        reading.cancel()
        await #expect(throws: TransportError.cancelled) { try await reading.value }
        gate.open()
        #expect(try await ByteStream(ScriptedBytes(.pass(gate))).collect(upTo: 1).isEmpty)
    }
}

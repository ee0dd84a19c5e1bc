import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Byte streams")
struct ByteStreamTests {
    @Test(
        "a byte stream within its limit is collected completely",
        arguments: [
            ([], 0), ([0], 0), ([3], 3), ([1, 1, 1], 3), ([3], 1_000),
        ])
    func withinLimit(sizes: [Int], limit: Int) async throws {
        let stream = ByteStream(chunks: sizes.map { Data(count: $0) })
        #expect(try await stream.collect(upTo: limit).count == sizes.reduce(0, +))
    }

    @Test(
        "collecting a byte stream larger than its limit throws an error",
        arguments: [
            ([1], 0), ([4], 3), ([3, 1], 3), ([1, 1, 1, 1], 3),
        ])
    func beyondLimit(sizes: [Int], limit: Int) async {
        let stream = ByteStream(chunks: sizes.map { Data(count: $0) })
        await #expect(throws: TransportError.responseTooLarge(limit: limit)) { try await stream.collect(upTo: limit) }
    }

    @Test("collecting stops reading at the limit")
    func leftAtLimit() async {
        let next = Gate(isOpen: true)
        let pieces = ScriptedBytes(.piece(Data(count: 600)), .piece(Data(count: 600)), .pass(next))
        await #expect(throws: TransportError.responseTooLarge(limit: 1_000)) {
            try await ByteStream(pieces).collect(upTo: 1_000)
        }
        #expect(next.arrivals == 0)
    }

    @Test("a byte stream keeps the order of its pieces")
    func order() async throws {
        let stream = ByteStream(chunks: [Data("a".utf8), Data("b".utf8), Data("c".utf8)])
        #expect(try await stream.collect(upTo: 3) == Data("abc".utf8))
    }

    @Test("a streamed response body is limited by the client as its bytes arrive")
    func responseLimit() async throws {
        let transport = FakeTransport { _ in .pieces([Data("\"12345".utf8), Data("67890\"".utf8)]) }
        let endpoint = Endpoint<TestGuest, String>(.get, "/a", response: .json)
        let exact = try Client.fixture(transport: transport, responseLimit: 12).session(for: TestGuest.self)
        #expect(try await exact.send(endpoint) == "1234567890")
        let less = try Client.fixture(transport: transport, responseLimit: 11).session(for: TestGuest.self)
        await expectError(.transport(.responseTooLarge(limit: 11))) { try await less.send(endpoint) }
    }

    @Test("a response body returns its bytes whether it is buffered or streamed")
    func body() async throws {
        #expect(try await ServerResponse.Body.data(Data("ab".utf8)).collect(upTo: 2) == Data("ab".utf8))
        let stream = ByteStream(chunks: [Data("a".utf8), Data("b".utf8)])
        #expect(try await ServerResponse.Body.stream(stream).collect(upTo: 2) == Data("ab".utf8))
    }
}

import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Byte streams")
struct ByteStreamTests {
    @Test(
        "collecting a byte stream gives its bytes in order, or an error if it is larger than its limit",
        arguments: [
            ([], 0, true), ([0], 0, true), ([3], 3, true), ([1, 1, 1], 3, true), ([300, 400], 1_000, true),
            ([1], 0, false), ([4], 3, false), ([3, 1], 3, false), ([1, 1, 1, 1], 3, false),
        ])
    func limit(sizes: [Int], limit: Int, fits: Bool) async throws {
        var bytes = Data.pattern(sizes.reduce(0, +))
        let expected = bytes
        let stream = ByteStream(
            chunks: sizes.map { size in
                defer { bytes.removeFirst(size) }
                return bytes.prefix(size)
            })
        guard !fits else { return #expect(try await stream.collect(upTo: limit) == expected) }
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

    @Test("a streamed response body is limited by the client as its bytes arrive")
    func responseLimit() async throws {
        let transport = FakeTransport { _ in .pieces([Data("\"12345".utf8), Data("67890\"".utf8)]) }
        let endpoint = Endpoint<TestGuest, String>(.get, "/a", response: .json)
        let exact = try Client.fixture(transport: transport, responseLimit: 12).session(for: TestGuest.self)
        #expect(try await exact.send(endpoint) == "1234567890")
        let less = try Client.fixture(transport: transport, responseLimit: 11).session(for: TestGuest.self)
        await expectError(.transport(.responseTooLarge(limit: 11))) { try await less.send(endpoint) }
    }
}

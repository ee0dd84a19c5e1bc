import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Idempotency keys", .timeLimit(.minutes(10)))
struct IdempotencyKeyTests {
    private static func key(_ request: HTTPRequest) -> String? {
        HTTPField.Name("Idempotency-Key").flatMap { request.headerFields[$0] }
    }

    private func endpoint(
        _ idempotency: Idempotency = .keyed, headers: [HeaderField] = []
    ) -> Endpoint<TestGuest, Item> {
        Endpoint(.post, "/item", headers: headers, idempotency: idempotency, response: .json)
    }

    @Test("an idempotency key is the same for all attempts of a call, and another for the next call")
    func one() async throws {
        let harness = try RetryHarness(
            jitter: 0, responding: .failure(.connectionLost), .status(.serviceUnavailable), .item)
        #expect(try await harness.session.send(endpoint()) == Item(name: "pen"))
        _ = try await harness.session.send(endpoint())
        // The first identifier of each call is its request id.
        let keys = [2, 2, 2, 4].map { SequentialIdentifierSource.identifier($0).text }
        #expect(harness.transport.requests.map(Self.key) == keys)
    }

    @Test("an endpoint without idempotency key sends none, and no identifier is generated")
    func none() async throws {
        let harness = try RetryHarness(responding: .item)
        _ = try await harness.session.send(endpoint(.byMethod))
        _ = try await harness.session.send(endpoint(.keyed))
        #expect(
            harness.transport.requests.map(Self.key)
                == [nil, SequentialIdentifierSource.identifier(3).text])
    }

    @Test("an endpoint's own idempotency key is not replaced, and also makes the call repeatable")
    func own() async throws {
        let harness = try RetryHarness(jitter: 0, responding: .failure(.truncatedResponse), .item)
        let endpoint = endpoint(.byMethod, headers: [HeaderField("Idempotency-Key", "order-7")])
        #expect(try await harness.session.send(endpoint) == Item(name: "pen"))
        _ = try await harness.session.send(self.endpoint(.keyed, headers: [HeaderField("idempotency-key", "order-8")]))
        #expect(harness.transport.requests.map(Self.key) == ["order-7", "order-7", "order-8"])
    }
}

import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("An idempotency key", .timeLimit(.minutes(1)))
struct IdempotencyKeyTests {
    private static func key(_ request: HTTPRequest) -> String? {
        HTTPField.Name("Idempotency-Key").flatMap { request.headerFields[$0] }
    }

    private func endpoint(
        _ idempotency: Idempotency = .keyed, headers: [Header] = []
    ) -> Endpoint<TestGuest, Item> {
        Endpoint(.post, "/item", headers: headers, idempotency: idempotency, answer: .json)
    }

    @Test("is one for all attempts of a call, and another for the next call")
    func one() async throws {
        let world = try RetryWorld(
            jitter: 0, answering: .failure(.connectionLost), .status(.serviceUnavailable), .item)
        #expect(try await world.session.send(endpoint()) == Item(name: "pen"))
        _ = try await world.session.send(endpoint())
        // The first identifier of each call is its own.
        let keys = [2, 2, 2, 4].map { SequentialIdentifierSource.identifier($0).text }
        #expect(world.transport.requests.map(Self.key) == keys)
    }

    @Test("is not sent, nor an identifier spent, where the endpoint does not say so")
    func none() async throws {
        let world = try RetryWorld(answering: .item)
        _ = try await world.session.send(endpoint(.byMethod))
        _ = try await world.session.send(endpoint(.keyed))
        #expect(
            world.transport.requests.map(Self.key)
                == [nil, SequentialIdentifierSource.identifier(3).text])
    }

    @Test("that the endpoint brings itself is kept, and makes the call repeatable as well")
    func own() async throws {
        let world = try RetryWorld(jitter: 0, answering: .failure(.truncatedResponse), .item)
        let endpoint = endpoint(.byMethod, headers: [Header("Idempotency-Key", "order-7")])
        #expect(try await world.session.send(endpoint) == Item(name: "pen"))
        _ = try await world.session.send(self.endpoint(.keyed, headers: [Header("idempotency-key", "order-8")]))
        #expect(world.transport.requests.map(Self.key) == ["order-7", "order-7", "order-8"])
    }
}

import Foundation
import HTTPCaching
import NIOTransport
import Networking
import RawSocketServer
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("Response cache over sockets", .timeLimit(.minutes(10)))
struct CacheTests {
    @Test("an unchanged response is revalidated and not sent again")
    func revalidation() async throws {
        try await BackendHarness.run { harness in
            let session = harness.stack.client.session(with: try await harness.logIn(.grace).member)
            let first = try await session.send(.account())
            for _ in 1...2 { #expect(try await session.send(.account()) == first) }
            #expect(harness.stack.statuses.suffix(3) == [200, 304, 304])
            let requested = [CacheEvent.missed, .revalidated, .stored]
            #expect(harness.stack.cacheEvents.suffix(8) == [.missed, .stored] + requested + requested)
            // The server's counter shows three requests, but not their statuses.
            #expect(try await harness.counters.routes["GET /v2/users/me"] == 3)
        }
    }
}

extension NetworkStack {
    fileprivate var cacheEvents: [CacheEvent] {
        decisions.compactMap(\.cacheEvent)
    }

    fileprivate var statuses: [Int] {
        decisions.compactMap { if case .responded(let status) = $0 { status } else { nil } }
    }
}

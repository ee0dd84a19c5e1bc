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

    @Test("a change is visible at once, also if it was sent to another URL")
    func change() async throws {
        try await ItemServer.with { server in
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: server.authority, over: transport)
                for _ in 1...2 { #expect(try await stack.guest.send(.bytes(.get, "/item")) == Data("version 0".utf8)) }
                _ = try await stack.guest.send(.bytes(.patch, "/other"))
                // Only the ETag shows the change.
                #expect(try await stack.guest.send(.bytes(.get, "/item")) == Data("version 1".utf8))
                #expect(stack.statuses == [200, 304, 200, 200])
            }
        }
    }

    @Test("a PATCH removes the stored responses for its URL")
    func invalidation() async throws {
        try await ItemServer.with { server in
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: server.authority, over: transport)
                _ = try await stack.guest.send(.bytes(.get, "/item"))
                #expect(stack.cache.count == 1)
                _ = try await stack.guest.send(.bytes(.patch, "/item"))
                #expect(stack.cache.count == 0)
                #expect(stack.cacheEvents.last == .invalidated)
                #expect(try await stack.guest.send(.bytes(.get, "/item")) == Data("version 1".utf8))
                #expect(stack.statuses.last == 200)
            }
        }
    }

    @Test("two users of one cache never get each other's responses")
    func privacy() async throws {
        try await BackendHarness.run { harness in
            let ada = harness.stack.client.session(with: try await harness.logIn(.ada).member)
            let grace = harness.stack.client.session(with: try await harness.logIn(.grace).member)
            for _ in 1...3 {
                async let first = ada.send(.account())
                async let second = grace.send(.account())
                #expect(try await first.id == "u-ada")
                #expect(try await second.id == "u-grace")
            }
            #expect(harness.stack.cache.count == 2)
            #expect(harness.stack.cacheEvents.count { $0 == .revalidated } == 4)
        }
    }

    @Test("a logout removes all responses of its user, and no others")
    func logOut() async throws {
        try await BackendHarness.run { harness in
            let account = try await harness.logIn(.grace)
            let session = harness.stack.client.session(with: account.member)
            let ada = harness.stack.client.session(with: try await harness.logIn(.ada).member)
            _ = try await (session.send(.account()), ada.send(.account()))
            #expect(harness.stack.cache.count == 2)
            guard case .everywhere = try await harness.auth().logout(account.account) else {
                Issue.record("the server was not told")
                return
            }
            #expect(harness.stack.cache.count == 1)

            let error = await #expect(throws: NetworkError.self) { try await session.send(.account()) }
            #expect(error?.cause == .loggedOut)
            #expect(try await ada.send(.account()).id == "u-ada")
            #expect(harness.stack.cacheEvents.suffix(3) == [.missed, .revalidated, .stored])
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

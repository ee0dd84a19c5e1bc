import Foundation
import HTTPCaching
import Models
import Networking
import RemoteServices
import Services
import TestSupport
import Testing

@Suite("Response cache over sockets", .timeLimit(.minutes(1)))
struct CacheTests {
    @Test("an unchanged response is revalidated and not sent again, and a change is visible at once")
    func revalidation() async throws {
        try await BackendHarness.run { harness in
            let session = harness.stack.client.session(with: try await harness.logIn(.grace).member)
            let first = try await session.send(.me())
            for _ in 1...2 { #expect(try await session.send(.me()) == first) }
            #expect(harness.stack.statuses.suffix(3) == [200, 304, 304])
            let requested = [CacheEvent.missed, .revalidated, .stored]
            #expect(harness.stack.cacheEvents.suffix(8) == [.missed, .stored] + requested + requested)
            // The server's counter shows three requests, but not their statuses.
            #expect(try await harness.counters.routes["GET /v2/users/me"] == 3)

            // The PATCH is sent to another URL of the same user, so only the ETag shows the change.
            let patch = ProfilePatch(about: .set("Found the first bug."))
            _ = try await session.send(.updateProfile(of: first.id, with: patch))
            #expect(try await session.send(.me()).about == "Found the first bug.")
            #expect(harness.stack.statuses.last == 200)
        }
    }

    @Test("a PATCH removes the stored responses for its URL")
    func invalidation() async throws {
        try await BackendHarness.run { harness in
            let account = try await harness.logIn(.grace)
            let session = harness.stack.client.session(with: account.member)
            _ = try await session.send(.user(account.userID))
            #expect(harness.stack.cache.count == 1)
            _ = try await session.send(.updateProfile(of: account.userID, with: ProfilePatch(about: .set("Admiral."))))
            #expect(harness.stack.cache.count == 0)
            #expect(harness.stack.cacheEvents.last == .invalidated)
            #expect(try await session.send(.user(account.userID)).about == "Admiral.")
            #expect(harness.stack.statuses.last == 200)
        }
    }

    @Test("two users of one cache never get each other's responses")
    func privacy() async throws {
        try await BackendHarness.run { harness in
            let ada = harness.stack.client.session(with: try await harness.logIn(.ada).member)
            let grace = harness.stack.client.session(with: try await harness.logIn(.grace).member)
            for _ in 1...3 {
                async let first = ada.send(.me())
                async let second = grace.send(.me())
                #expect(try await first.id.text == "u-ada")
                #expect(try await second.id.text == "u-grace")
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
            _ = try await (session.send(.me()), ada.send(.me()))
            #expect(harness.stack.cache.count == 2)
            guard case .everywhere = try await harness.auth().logout(account.account) else {
                Issue.record("the server was not told")
                return
            }
            #expect(harness.stack.cache.count == 1)

            let error = await #expect(throws: NetworkError.self) { try await session.send(.me()) }
            #expect(error?.cause == .loggedOut)
            #expect(try await ada.send(.me()).id.text == "u-ada")
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

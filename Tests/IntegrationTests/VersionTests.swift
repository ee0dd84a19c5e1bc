import Foundation
import Models
import Networking
import RemoteServices
import Testing

@Suite("API versions over sockets", .timeLimit(.minutes(10)))
struct VersionTests {
    @Test("the first API version returns its own format, and its deprecation reaches the monitor")
    func deprecated() async throws {
        try await BackendHarness.run { harness in
            let account = try await harness.logIn(.grace)
            let session = harness.stack.client.session(with: account.member)
            let details = try await session.send(.legacyAccount())
            #expect(details.userID == "u-grace")
            let notices = harness.stack.notices
            #expect(notices.map(\.deprecation) == [.at(Date(timeIntervalSince1970: 1_767_225_600))])
            #expect(notices.map(\.sunset) == [.at(Date(timeIntervalSince1970: 1_861_920_000))])
            _ = try await session.send(.account())
            #expect(harness.stack.notices.count == 1, "the second version is not deprecated")
        }
    }

    @Test("a call to an unsupported API version is rejected before anything is sent")
    func unreleased() async throws {
        var settings = NetworkStack.Settings()
        settings.versions = [APIVersion(1), APIVersion(2)]
        try await BackendHarness.run(settings) { harness in
            try await harness.faults.send(.resetCounters())
            let next = Endpoint<Guest, Void>(.get, "/health", version: APIVersion(3), response: .nothing)
            let error = await #expect(throws: NetworkError.self) { try await harness.stack.guest.send(next) }
            guard case .invalidRequest = error?.cause else {
                Issue.record("expected a refusal, got \(String(describing: error))")
                return
            }
            #expect(error?.metadata.attempts == 0)
            #expect(try await harness.counters.requests == 0)
            try await harness.stack.guest.send(.health())
            #expect(try await harness.counters.requests == 1)
        }
    }
}

extension NetworkStack {
    fileprivate var notices: [DeprecationNotice] {
        decisions.compactMap { if case .deprecated(let notice) = $0 { notice } else { nil } }
    }
}

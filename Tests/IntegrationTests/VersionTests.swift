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
}

extension NetworkStack {
    fileprivate var notices: [DeprecationNotice] {
        decisions.compactMap { if case .deprecated(let notice) = $0 { notice } else { nil } }
    }
}

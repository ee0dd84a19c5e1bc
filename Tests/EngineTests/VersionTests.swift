import Foundation
import Models
import Networking
import RemoteServices
import Testing

@Suite("Versions of one API, over sockets", .timeLimit(.minutes(1)))
struct VersionTests {
    @Test("the first version answers in its own shape, and its end reaches the monitor")
    func deprecated() async throws {
        try await BackendWorld.run { world in
            let account = try await world.signIn(.grace)
            let session = world.engine.client.session(with: account.member)
            let user = try await session.send(.userInVersion1(account.userID))
            #expect(user.id == account.userID)
            let notices = world.engine.notices
            #expect(notices.map(\.deprecation) == [.at(Date(timeIntervalSince1970: 1_767_225_600))])
            #expect(notices.map(\.sunset) == [.at(Date(timeIntervalSince1970: 1_861_920_000))])
            _ = try await session.send(.user(account.userID))
            #expect(world.engine.notices.count == 1, "the second version has no end in sight")
        }
    }

    @Test("a version that is not released here is refused before anything is sent")
    func unreleased() async throws {
        var settings = Engine.Settings()
        settings.versions = [APIVersion(1), APIVersion(2)]
        try await BackendWorld.run(settings) { world in
            try await world.faults.send(.resetCounters())
            let next = Endpoint<Guest, Void>(.get, "/health", version: APIVersion(3), answer: .nothing)
            let error = await #expect(throws: NetworkError.self) { try await world.engine.guest.send(next) }
            guard case .invalidRequest = error?.cause else {
                Issue.record("expected a refusal, got \(String(describing: error))")
                return
            }
            #expect(error?.evidence.attempts == 0)
            #expect(try await world.counters.requests == 0)
            try await world.engine.guest.send(.health())
            #expect(try await world.counters.requests == 1)
        }
    }
}

extension Engine {
    fileprivate var notices: [DeprecationNotice] {
        decisions.compactMap { if case .deprecated(let notice) = $0 { notice } else { nil } }
    }
}

import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import Synchronization
import Testing

@testable import RemoteServices

/// Changes of a profile on a server whose resources have entity tags.
@Suite(
    "Changes of a profile", .failsOnUnexpectedCalls, .timeLimit(.minutes(20)),
    .enabled(if: TestServer.isAvailable, TestServer.absence))
struct ProfileChangeTests {
    @Test(
        "a change whose response was lost is sent with the same tag and key, and does not fail because of its own effect"
    )
    func lostResponse() async throws {
        try await withServices { services, account, wire in
            wire.onResponse { request, _ throws(TransportError) in
                if request.method == .patch { throw .connectionLost }
            }
            let patch = ProfilePatch(name: try DisplayName("Amazing Grace"))
            let users = try services.open(account).users
            #expect(try await users.updateProfile(of: account.id, with: patch).pending?.mayHaveBeenSent == true)
            wire.onResponse { _, _ in }
            #expect(try await services.open(account).outbox.send(now: true).sent == 1)
            let patches = wire.requests.filter { $0.method == .patch }
            #expect(patches.count == 2 && patches[0].headerFields == patches[1].headerFields.withID(of: patches[0]))
            #expect(patches[0].headerFields[.ifMatch] != nil)
            let read = try #require(wire.requests.first { $0.method == .get })
            #expect(read.headerFields[.cacheControl] == "no-cache")
            #expect(try await users.me().value.name.text == "Amazing Grace")
        }
    }

    @Test("a change whose key the server has forgotten finds its own effect, and is done")
    func forgottenKey() async throws {
        try await withServices { services, account, wire in
            wire.onResponse { request, _ throws(TransportError) in
                if request.method == .patch { throw .connectionLost }
            }
            let patch = ProfilePatch(about: .set("Once."))
            let users = try services.open(account).users
            let lost = try await users.updateProfile(of: account.id, with: patch)
            #expect(lost.pending != nil)
            wire.onResponse { _, _ in }
            // Another key has the effect of a forgotten one.
            wire.onRequest { $0.headerFields[HTTPField.Name("Idempotency-Key") ?? .from] = "another" }
            #expect(try await services.open(account).outbox.send(now: true).sent == 1)
            #expect(wire.statuses.suffix(2) == [412, 200])
            #expect(wire.requests.last?.method == .get)
            #expect(try await users.me(.storedOnly).value.about == "Once.")
        }
    }

    @Test("a profile that changes between the read and the change is read again, and the change gets a new key")
    func race() async throws {
        try await withServices { services, account, wire in
            let (users, elsewhere) = (try services.open(account).users, ProfilePatch(about: .set("Elsewhere.")))
            _ = try await users.me()
            let session = services.sessions.session(of: account, on: services.client)
            let isFirst = Mutex(true)
            wire.onResponse { request, _ throws(TransportError) in
                let isFirstRead = isFirst.withLock { isFirst in
                    defer { isFirst = isFirst && request.method != .get }
                    return isFirst && request.method == .get
                }
                guard isFirstRead else { return }
                do throws(NetworkError) {
                    _ = try await session.send(.updateProfile(of: account.id, with: elsewhere))
                } catch {
                    throw .connectionLost
                }
            }
            let patch = ProfilePatch(name: try DisplayName("Amazing Grace"))
            let changed = try await users.updateProfile(of: account.id, with: patch)
            #expect(changed.pending == nil && changed.value?.about == "Elsewhere.")
            #expect(changed.value?.name.text == "Amazing Grace")
            let keys = wire.requests.filter { $0.headerFields[.ifMatch] != nil }
                .compactMap { $0.headerFields[HTTPField.Name("Idempotency-Key") ?? .from] }
            #expect(keys.count == 2 && Set(keys).count == 2)
        }
    }

    @Test("a caller that waits gets a conflict as an error that says what was changed, and nothing is pending")
    func conflict() async throws {
        try await withServices { services, account, wire in
            let users = try services.open(account).users
            _ = try await users.me()
            let session = services.sessions.session(of: account, on: services.client)
            let theirs = ProfilePatch(name: try DisplayName("Theirs"))
            _ = try await session.send(.updateProfile(of: account.id, with: theirs))
            let patch = ProfilePatch(name: try DisplayName("Mine"))
            let error = await #expect(throws: UserServiceError.self) {
                try await users.updateProfile(of: account.id, with: patch)
            }
            guard case .conflict(let failure) = error else {
                Issue.record("got \(String(describing: error))")
                return
            }
            #expect(failure.userMessage.contains("the name to “Theirs”"))
            #expect(try await services.open(account).outbox.changes().isEmpty)
        }
    }

    private func withServices(
        _ body: @escaping @Sendable (RemoteServicesFixture, Account, TappedTransport) async throws -> Void
    ) async throws {
        try await TestServer.run { environment, server in
            let wire = TappedTransport(server)
            let services = try RemoteServicesFixture(over: wire, at: environment, time: ManualClock(start: .now))
            try await body(services, services.auth.login(KnownAccount.grace().credentials), wire)
        }
    }
}

extension HTTPFields {
    /// The fields of a repeated request, which differs from the first one by its id only.
    fileprivate func withID(of first: HTTPRequest) -> HTTPFields {
        var fields = self
        if let name = HTTPField.Name("X-Request-Id") { fields[name] = first.headerFields[name] }
        return fields
    }
}

/// A transport whose requests a test reads and changes.
private final class TappedTransport: Transport {
    private struct State {
        var requests: [HTTPRequest] = []
        var statuses: [Int] = []
        var onRequest: @Sendable (inout HTTPRequest) -> Void = { _ in }
        var onResponse: @Sendable (HTTPRequest, ServerResponse) async throws(TransportError) -> Void = { _, _ in }
    }

    private let base: any Transport
    private let state = Mutex(State())

    init(_ base: any Transport) {
        self.base = base
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var statuses: [Int] { state.withLock { $0.statuses } }

    func onRequest(_ body: @escaping @Sendable (inout HTTPRequest) -> Void) { state.withLock { $0.onRequest = body } }

    /// Runs `body` when the server has sent a response that the client does not have yet.
    func onResponse(_ body: @escaping @Sendable (HTTPRequest, ServerResponse) async throws(TransportError) -> Void) {
        state.withLock { $0.onResponse = body }
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        var request = request
        let (onRequest, onResponse) = state.withLock { ($0.onRequest, $0.onResponse) }
        onRequest(&request)
        state.withLock { [request] in $0.requests.append(request) }
        let response = try await base.send(request, body: body)
        state.withLock { $0.statuses.append(response.head.status.code) }
        try await onResponse(request, response)
        return response
    }

    func shutdown() async { await base.shutdown() }
}

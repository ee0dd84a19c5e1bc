import Foundation
import HTTPTypes
import NIOTransport
import Networking
import Primitives
import RemoteServices

/// Many concurrent calls with a credential that the server rejects, against the same with a valid one.
enum RefreshMeasure {
    /// In memory, with a stub that checks the credential.
    static func inMemory(calls: Int) throws -> Measure {
        let pipeline = Pipeline.standard(over: GuardedStub())
        return try measure("refresh", "in memory", calls: calls, client: .benchmark(pipeline, port: 8080))
    }

    /// Over a socket to the response server.
    static func overSocket(calls: Int, port: Int, transport: NIOTransport) throws -> Measure {
        let pipeline = Pipeline.standard(over: transport)
        return try measure("refresh-socket", "over a socket", calls: calls, client: .benchmark(pipeline, port: port))
    }

    private static func measure(_ name: String, _ place: String, calls: Int, client: Client) throws -> Measure {
        Measure(
            name, "\(calls) calls at once, \(place): with a token that is no longer valid, against a fresh one",
            repetitions: 1,
            [
                Contender("fresh token") { _ in try await run(calls, over: .fresh, refreshes: 0, client) },
                Contender("expired token") { _ in try await run(calls, over: .expired, refreshes: 1, client) },
                Contender("revoked token without a date") { _ in
                    try await run(calls, over: .revoked, refreshes: 1, client)
                },
            ])
    }

    private static func run(
        _ calls: Int, over credential: BearerCredential, refreshes: Int, _ client: Client
    ) async throws {
        let refresher = CountingRefresher()
        let credentialProvider = CredentialProvider(
            credential: credential, origin: client.environment.origin, storage: MemoryCredentials(credential),
            refresher: refresher)
        let session = client.session(with: CredentialHandle<Member>(credentialProvider: credentialProvider))
        try await withThrowingTaskGroup { group in
            for _ in 0..<calls { group.addTask { _ = try await session.send(.guardedUser()) } }
            try await group.waitForAll()
        }
        guard refresher.count == refreshes else {
            throw BenchmarkFailure("\(refresher.count) refreshes instead of \(refreshes)")
        }
    }
}

/// Responds to a fresh credential with a user and to every other with 401, from another thread.
private struct GuardedStub: Transport {
    private let accepted = StubTransport(.fromElsewhere, response: Data(SampleUser.json.utf8))

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        var response = try await accepted.send(request, body: body)
        if request.headerFields[.authorization] != "Bearer fresh" { response.head.status = .unauthorized }
        return response
    }

    func shutdown() async {}
}

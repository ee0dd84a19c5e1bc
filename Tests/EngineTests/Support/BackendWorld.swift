import Backend
import BackendLauncher
import Foundation
import Models
import NIOTransport
import Networking
import Persistence
import Primitives
import RemoteServices

/// A real backend with its fault switches, and an engine that speaks to it over sockets.
struct BackendWorld: Sendable {
    let url: URL
    let transport: NIOTransport
    let engine: Engine
    /// Of the accounts that ``signIn(_:)`` logs in.
    let sessions = AccountSessions()
    /// Without any chain: what arms a fault must not stumble over it.
    let faults: Session<Guest>

    /// Lends a world of its own.
    static func run(
        _ settings: Engine.Settings = Engine.Settings(), configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (BackendWorld) async throws -> Void
    ) async throws {
        try await BackendLauncher.run(configure: configure) { backend in
            try await NIOTransport.withTransport { transport in
                let engine = try Engine(at: backend.url, over: transport, settings)
                let controls = Client(
                    environment: try Environment(name: "faults", baseURL: backend.url), coding: JSONBodyCoding(),
                    pipeline: Pipeline(interceptors: [], transport: transport), time: engine.time,
                    identifiers: RandomIdentifierSource())
                try await body(
                    BackendWorld(
                        url: backend.url, transport: transport, engine: engine,
                        faults: controls.session(for: Guest.self)))
            }
        }
    }

    /// Signs one of the backend's people in, and begins to count from there.
    func signIn(_ person: Person) async throws -> SignedIn {
        let account = try SignedIn(try await auth().login(person.credentials), in: sessions)
        try await faults.send(.resetCounters())
        return account
    }

    /// The app's own service, with stores of its own unless it is given some.
    func auth(
        _ engine: Engine? = nil, sessions: AccountSessions? = nil, signIns: (any SignInStore)? = nil,
        users: (any UserStore)? = nil, lock: any RefreshLock = InMemoryRefreshLock()
    ) -> RemoteAuthService {
        let engine = engine ?? self.engine
        let inMemory = InMemorySignInStore()
        let users = users ?? InMemoryUserStore(inMemory)
        return RemoteAuthService(
            client: engine.client, credentialClient: engine.credentials, refresher: refresher(of: engine),
            sessions: sessions ?? self.sessions, signIns: signIns ?? inMemory, users: users,
            personalData: [users, CachedResponses(engine.cache)], refreshLock: lock, time: engine.time)
    }

    /// Renews at the backend's own endpoint.
    func refresher(of engine: Engine) -> BackendCredentialRefresher {
        BackendCredentialRefresher(client: engine.credentials, time: engine.time)
    }

    /// What the server itself has counted.
    var counters: Counters {
        get async throws { try await faults.send(.counters()) }
    }
}

/// Somebody whom the backend knows from the beginning.
enum Person {
    case ada, grace

    var credentials: Credentials {
        get throws {
            switch self {
            case .ada: try Self.credentials("ada@example.com", "analytical-engine")
            case .grace: try Self.credentials("grace@example.com", "nanosecond-wire")
            }
        }
    }

    private static func credentials(_ email: String, _ password: String) throws -> Credentials {
        try Credentials(email: EmailAddress(email), password: Secret(password))
    }
}

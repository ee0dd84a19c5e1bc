import BackendLauncher
import Foundation
import Models
import NIOTransport
import Networking
import Persistence
import Primitives
import RemoteServices
import Services

/// A real backend with its fault switches, and a network stack that calls it over sockets.
struct BackendHarness: Sendable {
    let url: URL
    let transport: NIOTransport
    let stack: NetworkStack
    /// Without retries and other interceptors, because the calls that set a fault must not run into it.
    let faults: Session<Guest>

    /// Runs `body` with a new backend and stack.
    static func run(_ body: @escaping @Sendable (BackendHarness) async throws -> Void) async throws {
        try await BackendLauncher.run { backend in
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: backend.url, over: transport)
                let controls = Client(
                    environment: try APIEnvironment(name: "faults", baseURL: backend.url), coding: JSONBodyCoding(),
                    pipeline: Pipeline(interceptors: [], transport: transport), time: stack.time,
                    identifiers: RandomIdentifierSource())
                try await body(
                    BackendHarness(
                        url: backend.url, transport: transport, stack: stack,
                        faults: controls.session(for: Guest.self)))
            }
        }
    }

    /// Logs one of the backend's users in.
    func logIn() async throws -> LoggedIn {
        let sessions = AccountSessions()
        return try LoggedIn(try await stack.auth(sessions).login(Self.grace), in: sessions)
    }

    /// A user in the backend's initial data.
    static var grace: Credentials {
        get throws {
            try Credentials(email: EmailAddress("grace@example.com"), password: Secret("nanosecond-wire"))
        }
    }

    /// The number of refreshes that the backend has counted.
    var refreshes: Int {
        get async throws { try await faults.send(.counters()).refreshes }
    }
}

extension NetworkStack {
    /// The app's own service, with new stores unless they are given.
    func auth(
        _ sessions: AccountSessions, authSessions: any AuthSessionStore = InMemoryAuthSessionStore(),
        lock: any RefreshLock = InMemoryRefreshLock()
    ) -> RemoteAuthService {
        RemoteAuthService(
            client: client, exchange: BackendLoginExchange(client: credentials, time: time),
            refresher: BackendCredentialRefresher(client: credentials, time: time),
            local: LocalAccountData(
                sessions: sessions, authSessions: authSessions, personalData: [CachedResponses(cache)]),
            refreshLock: lock)
    }
}

/// A logged-in account, with the handle by which tests open its session on any stack.
struct LoggedIn: Sendable {
    let account: Account
    let member: CredentialHandle<Member>

    /// Throws if `sessions` has none for the account.
    init(_ account: Account, in sessions: AccountSessions) throws {
        guard let credentialProvider = sessions.credentialProvider(of: account) else {
            throw AuthServiceError.loggedOut
        }
        self.account = account
        member = CredentialHandle(credentialProvider: credentialProvider)
    }
}

/// The caller's own account, as far as every backend has it.
struct AccountDetails: Decodable, Sendable {
    let id: String
}

extension Endpoint where Access: MemberScope, Response == AccountDetails {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

/// The server's own counters.
struct Counters: Decodable, Sendable {
    let refreshes: Int
}

extension Endpoint where Access: GuestScope, Response == Counters {
    static func counters() -> Self {
        Endpoint(.get, "/faults/counters", response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == Void {
    /// Invalidates every access token at once; refresh tokens stay valid.
    static func expireAccessTokens() -> Self {
        Endpoint(.post, "/faults/expire-access-tokens", response: .nothing)
    }
}

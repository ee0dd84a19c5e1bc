import Backend
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
    /// The sessions of the accounts that ``logIn(_:)`` logs in.
    let sessions = AccountSessions()
    /// Without retries and other interceptors, because the calls that set a fault must not run into it.
    let faults: Session<Guest>

    /// Runs `body` with a new backend and stack.
    static func run(
        _ settings: NetworkStack.Settings = NetworkStack.Settings(),
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (BackendHarness) async throws -> Void
    ) async throws {
        try await BackendLauncher.run(configure: configure) { backend in
            try await NIOTransport.withTransport { transport in
                let stack = try NetworkStack(at: backend.url, over: transport, settings)
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

    /// Logs one of the backend's users in, and resets the server's counters.
    func logIn(_ person: Person) async throws -> LoggedIn {
        let account = try LoggedIn(try await auth().login(person.credentials), in: sessions)
        try await faults.send(.resetCounters())
        return account
    }

    /// The app's own service, with new stores unless they are given.
    func auth(
        _ stack: NetworkStack? = nil, sessions: AccountSessions? = nil, authSessions: (any AuthSessionStore)? = nil,
        lock: any RefreshLock = InMemoryRefreshLock()
    ) -> RemoteAuthService {
        let stack = stack ?? self.stack
        let inMemory = InMemoryAuthSessionStore()
        return RemoteAuthService(
            client: stack.client,
            exchange: BackendLoginExchange(client: stack.credentials, time: stack.time),
            refresher: refresher(of: stack),
            local: LocalAccountData(
                sessions: sessions ?? self.sessions, authSessions: authSessions ?? inMemory,
                personalData: [CachedResponses(stack.cache)]),
            refreshLock: lock)
    }

    /// Refreshes at the backend's own endpoint.
    func refresher(of stack: NetworkStack) -> BackendCredentialRefresher {
        BackendCredentialRefresher(client: stack.credentials, time: stack.time)
    }

    /// The server's counters.
    var counters: Counters {
        get async throws { try await faults.send(.counters()) }
    }
}

/// A user in the backend's initial data.
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

/// A logged-in account, with the handles by which tests open sessions on any stack.
struct LoggedIn: Sendable {
    let account: Account
    let member: CredentialHandle<Member>
    /// `nil` unless the account is an administrator's.
    let admin: CredentialHandle<Admin>?

    var userID: UserID { account.id }

    /// Throws if `sessions` has none for the account.
    init(_ account: Account, in sessions: AccountSessions) throws {
        guard let credentialProvider = sessions.credentialProvider(of: account) else {
            throw AuthServiceError.loggedOut
        }
        self.account = account
        member = CredentialHandle(credentialProvider: credentialProvider)
        admin = account.role == .admin ? CredentialHandle(credentialProvider: credentialProvider) : nil
    }
}

/// The caller's own account, as far as every backend has it.
struct AccountDetails: Decodable, Equatable, Sendable {
    let id: String
}

/// The same in version 1 of the API.
struct LegacyAccountDetails: Decodable, Sendable {
    let userID: String

    private enum CodingKeys: String, CodingKey {
        case userID = "userId"
    }
}

extension Endpoint where Access: MemberScope, Response == AccountDetails {
    static func account() -> Self {
        Endpoint(.get, "/users/me", response: .json)
    }
}

extension Endpoint where Access: MemberScope, Response == LegacyAccountDetails {
    static func legacyAccount() -> Self {
        Endpoint(.get, "/users/me", version: APIVersion(1), response: .json)
    }
}

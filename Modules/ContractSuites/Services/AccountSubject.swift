import EngineTestSupport
import Models
public import Networking
import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport
import Testing

/// The services of accounts in one process of an app, which the app's composition or a test creates.
public struct AccountProcess: Sendable {
    /// Sends the calls.
    public let client: Client
    /// The account sessions, which all services of this process share.
    public let sessions: AccountSessions
    public var auth: any AuthService
    public var users: @Sendable (Account) async throws -> any UserService
    public var uploads: @Sendable (Account) async throws -> any UploadService
    /// The account's changes that are not sent yet.
    let outbox: @Sendable (Account) async throws -> any OutboxService

    public init(
        client: Client, sessions: AccountSessions, auth: any AuthService,
        users: @escaping @Sendable (Account) async throws -> any UserService,
        uploads: @escaping @Sendable (Account) async throws -> any UploadService,
        outbox: @escaping @Sendable (Account) async throws -> any OutboxService
    ) {
        self.client = client
        self.sessions = sessions
        self.auth = auth
        self.users = users
        self.uploads = uploads
        self.outbox = outbox
    }

    /// Requests the id of the account's user, with an authenticated call.
    func ownID(_ account: Account) async throws(AuthServiceError) -> UserID {
        try await sessions.ownID(of: account, on: client)
    }
}

/// The subject of the contracts of accounts: one process of an app, the stores of its machine, and a backend with an
/// administrator and a member.
public struct AccountSubject: Sendable {
    public let backend: any ContractBackend
    /// Stores the auth session of the app's machine, and counts how often a refresh has replaced its tokens.
    public let authSessions: MockAuthSessionStore
    /// An administrator, who may use every route.
    public let admin: KnownAccount
    /// An account that may only read and change its own data.
    public let member: KnownAccount
    /// Creates another process on the same machine: it shares the stores and has its own account sessions.
    let otherProcess: @Sendable () async throws -> AccountProcess
    /// Creates a process on another machine, with stores of its own.
    let elsewhere: @Sendable () async throws -> AccountProcess
    private let process: AccountProcess

    /// - Parameter compose: creates a process on these stores.
    public init(
        on backend: any ContractBackend,
        composing compose: @escaping @Sendable (AccountStores) async throws -> AccountProcess
    ) async throws {
        let memory = AccountStores.inMemory()
        authSessions = MockAuthSessionStore(over: memory.authSessions)
        let stores = memory.replacing(authSessions)
        self.backend = backend
        admin = try .ada()
        member = try .grace()
        otherProcess = { try await compose(stores) }
        elsewhere = { try await compose(.inMemory()) }
        process = try await compose(stores)
    }

    public func auth() -> any AuthService { process.auth }

    public func users(_ account: Account) async throws -> any UserService { try await process.users(account) }

    public func uploads(_ account: Account) async throws -> any UploadService { try await process.uploads(account) }

    func outbox(_ account: Account) async throws -> any OutboxService { try await process.outbox(account) }
}

extension AccountSubject {
    /// The backend's origin, the `server` of its auth sessions.
    var server: String { backend.server }

    func ownID(_ account: Account) async throws(AuthServiceError) -> UserID { try await process.ownID(account) }

    /// The credential that signs the account's calls in this process; `nil` if the account is logged out.
    func credential(of account: Account) -> BearerCredential? {
        process.sessions.credentialProvider(of: account)?.credential
    }

    /// Ends the account's session on the server only, with the account's token, without notifying this machine.
    func endSession(_ account: Account) async throws {
        guard let credential = credential(of: account) else { return }
        let stranger = CredentialProvider(
            credential: credential, origin: backend.environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: MockCredentialRefresher())
        try await process.client.session(with: CredentialHandle<Member>(credentialProvider: stranger)).send(.logout())
    }

    /// Expects that the machine stores no auth session and no account.
    func expectNothingStored(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await authSessions.load() == nil, sourceLocation: sourceLocation)
        #expect(try await authSessions.endedAccount(at: server) == nil, sourceLocation: sourceLocation)
    }
}

import Models
import Networking
import Persistence
import Primitives
public import RemoteServices
public import Services
public import TestSupport
import Testing

/// The subject of the contracts of accounts: one process of an app with its services, the stores of its machine, and a
/// backend with an administrator and a member.
public struct AccountSubject: BackendSubject {
    public let backend: ContractBackend
    /// The machine's store of auth sessions, which also counts stored refreshes.
    public let authSessions: MockAuthSessionStore
    /// An administrator, who may use every route.
    public let admin: KnownAccount
    /// An account that may only read and change its own data.
    public let member: KnownAccount
    /// The account sessions, which all services of this process share.
    public let sessions: AccountSessions
    public var auth: @Sendable () -> any AuthService
    public var users: @Sendable (Account) -> any UserService
    public var uploads: @Sendable (Account) -> any UploadService
    private let services: RemoteServicesFixture
    private var mutate: @Sendable (inout AccountSubject) -> Void = { _ in }

    /// The size limit of uploads in bytes.
    public static var avatarLimit: Int { 100_000 }

    public init(on backend: ContractBackend) throws {
        let memory = AccountStores.inMemory()
        let authSessions = MockAuthSessionStore(over: memory.authSessions)
        try self.init(on: backend, stores: memory.replacing(authSessions), authSessions: authSessions)
    }

    private init(on backend: ContractBackend, stores: AccountStores, authSessions: MockAuthSessionStore) throws {
        let services = backend.services(stores: stores)
        self.backend = backend
        self.services = services
        self.authSessions = authSessions
        admin = try .ada()
        member = try .grace()
        sessions = services.sessions
        auth = { services.auth }
        users = { services.users(of: $0) }
        uploads = { services.uploads(of: $0, policy: AvatarPolicy(maximumSize: Self.avatarLimit)) }
    }

    /// This subject and every other process of its machine, with a fault.
    public func mutated(_ mutate: @escaping @Sendable (inout AccountSubject) -> Void) -> AccountSubject {
        var subject = self
        subject.mutate = mutate
        mutate(&subject)
        return subject
    }

    /// Another process on the same machine: it shares the stores and has its own account sessions.
    public func otherProcess() throws -> AccountSubject {
        try AccountSubject(on: backend, stores: services.stores, authSessions: authSessions).mutated(mutate)
    }
}

extension AccountSubject {
    /// The backend's origin, the `server` of its auth sessions.
    public var server: String { backend.server }

    /// Requests the id of the account's user, with an authenticated call.
    func ownID(_ account: Account) async throws(AuthServiceError) -> UserID {
        try await sessions.ownID(of: account, on: services.client)
    }

    /// The credential that signs the account's calls in this process; `nil` if the account is logged out.
    func credential(of account: Account) -> BearerCredential? { sessions.credentialProvider(of: account)?.credential }

    /// Ends the account's session on the server only, with the account's token, without notifying this machine.
    func endSession(_ account: Account) async throws {
        guard let credential = credential(of: account) else { return }
        let stranger = CredentialProvider(
            credential: credential, origin: backend.environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: MockCredentialRefresher())
        try await services.client.session(with: CredentialHandle<Member>(credentialProvider: stranger)).send(.logout())
    }

    /// Expects that the machine stores no auth session and no account.
    func expectNothingStored(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await authSessions.load() == nil, sourceLocation: sourceLocation)
        #expect(try await authSessions.endedAccount(at: server) == nil, sourceLocation: sourceLocation)
    }
}

import Models
public import Networking
import Persistence
public import Primitives
import RemoteServices
import Services
public import TestSupport

extension ServiceSubject {
    /// A subject with the services of RemoteServices on a `FakeBackend`, with stores in memory.
    public static func fakeBackend() throws -> ServiceSubject {
        let backend = try FakeBackend()
        return try remote(over: backend, at: backend.environment, time: ManualClock()) {
            backend.cutConnection()
        } expireAccessTokens: {
            backend.expireAccessTokens()
        }
    }

    /// A subject with the services of RemoteServices over `transport`, with stores in memory.
    ///
    /// - Parameters:
    ///   - hashing: SHA-256, for uploads.
    ///   - cutConnection: makes the backend unreachable.
    ///   - expireAccessTokens: expires every access token at the backend.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        hashing: any ContentHashing = FakeHashing(), cutConnection: @escaping @Sendable () -> Void,
        expireAccessTokens: @escaping @Sendable () async throws -> Void
    ) throws -> ServiceSubject {
        let memory = AccountStores.inMemory()
        let authSessions = MockAuthSessionStore(over: memory.authSessions)
        let stores = memory.replacing(authSessions)
        let (admin, member) = (try KnownAccount.ada(), try KnownAccount.grace())
        let policy = AvatarPolicy(maximumSize: 100_000)
        @Sendable func process() -> ServiceSubject {
            let services = RemoteServicesFixture(
                over: transport, at: environment, stores: stores, time: time, hashing: hashing)
            return ServiceSubject(
                server: environment.origin.description,
                authSessions: authSessions,
                admin: admin,
                member: member,
                sessions: services.sessions,
                auth: { services.auth },
                ownID: { try await services.sessions.ownID(of: $0, on: services.client) },
                copies: stores.users,
                users: { services.users(of: $0) },
                uploads: { services.uploads(of: $0, policy: policy) },
                avatarLimit: policy.maximumSize,
                otherProcess: { process() },
                trouble: Trouble(
                    cutConnection: cutConnection, expireAccessTokens: expireAccessTokens,
                    endSession: { try await services.endSession(of: $0) }))
        }
        return process()
    }
}

extension RemoteServicesFixture {
    /// Logs the account out on the server only, with the account's token.
    fileprivate func endSession(of account: Account) async throws {
        guard let credential = sessions.credentialProvider(of: account)?.credential else { return }
        let stranger = CredentialProvider(
            credential: credential, origin: client.environment.origin, storage: InMemoryCredentialStorage(credential),
            refresher: MockCredentialRefresher())
        try await client.session(with: CredentialHandle<Member>(credentialProvider: stranger)).send(.logout())
    }
}

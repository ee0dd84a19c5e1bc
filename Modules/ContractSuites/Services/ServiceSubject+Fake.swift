import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport

extension ServiceSubject {
    /// The fake services, with a seeded backend and in-memory stores.
    public static func fake() throws -> ServiceSubject {
        let backend = try FakeBackend.seeded()
        let stores = AccountStores.inMemory()
        let (authSessions, copies) = (RecordingAuthSessionStore(stores.authSessions), stores.users)
        let policy = AvatarPolicy(maximumSize: 100_000)
        let admin = try KnownAccount(id: "u-ada", email: "ada@example.com", password: "analytical-engine")
        let member = try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire")
        @Sendable func process() -> ServiceSubject {
            let sessions = AccountSessions()
            return ServiceSubject(
                server: backend.environment.origin.description, authSessions: authSessions, copies: copies,
                admin: admin,
                member: member, avatarLimit: policy.maximumSize, sessions: sessions,
                auth: {
                    FakeAuthService(backend: backend, sessions: sessions, authSessions: authSessions, users: copies)
                },
                users: {
                    FakeUserService(
                        account: $0, backend: backend, sessions: sessions, users: copies, authSessions: authSessions)
                },
                uploads: {
                    FakeUploadService(account: $0, backend: backend, sessions: sessions, users: copies, policy: policy)
                }, otherProcess: { process() },
                trouble: Trouble(
                    cutConnection: { backend.cutConnection() },
                    expireAccessTokens: { backend.expireAccessTokens() },
                    endSession: { account in
                        guard let credential = sessions.credentialProvider(of: account)?.credential else { return }
                        try backend.endSession(credential.token)
                    }))
        }
        return process()
    }
}

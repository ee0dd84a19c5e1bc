import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport

extension ServiceSubject {
    /// The fakes, on a seeded backend and stores in memory.
    public static func fake() throws -> ServiceSubject {
        let backend = try FakeBackend.seeded()
        let stores = AccountStores.inMemory()
        let (signIns, copies) = (RecordingSignInStore(stores.signIns), stores.users)
        let policy = AvatarPolicy(maximumSize: 100_000)
        return ServiceSubject(
            server: backend.environment.origin.description, signIns: signIns, copies: copies,
            admin: try KnownAccount(id: "u-ada", email: "ada@example.com", password: "analytical-engine"),
            member: try KnownAccount(id: "u-grace", email: "grace@example.com", password: "nanosecond-wire"),
            avatarLimit: policy.maximumSize,
            auth: { FakeAuthService(backend: backend, signIns: signIns, users: copies) },
            users: { FakeUserService(account: $0, backend: backend, users: copies, signIns: signIns) },
            uploads: { FakeUploadService(account: $0, backend: backend, users: copies, policy: policy) },
            trouble: Trouble(
                cutConnection: { backend.cutConnection() },
                expireAccessTokens: { backend.expireAccessTokens() },
                endSession: { account in
                    guard let credential = account.member.authority.credential else { return }
                    try backend.endSession(credential.token)
                }))
    }
}

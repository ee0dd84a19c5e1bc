public import Models
public import Services
import Synchronization

/// A mock of ``AuthService``: records what was asked, in order, and passes it on.
public final class RecordingAuthService: AuthService {
    /// One call with its argument; passwords print redacted.
    public enum Call: Sendable, Equatable {
        case login(Credentials)
        case restore
        case refresh(User.ID)
        case logout(User.ID)
    }

    private let base: any AuthService
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work.
    public init(_ base: any AuthService) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        record(.login(credentials))
        return try await base.login(credentials)
    }

    public func restore() async throws(AuthServiceError) -> Account? {
        record(.restore)
        return try await base.restore()
    }

    public func refresh(_ account: Account) async throws(AuthServiceError) {
        record(.refresh(account.id))
        try await base.refresh(account)
    }

    public func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        record(.logout(account.id))
        return try await base.logout(account)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}

public import Models
public import Persistence
public import Primitives
import Synchronization

/// A mock of ``AuthSessionStore``: records what was asked, in order, and passes it on.
public final class RecordingAuthSessionStore: AuthSessionStore {
    /// One call with its arguments; tokens print redacted.
    public enum Call: Sendable, Equatable {
        case load
        case save(AuthSession)
        case replaceTokens(Secret<String>, with: BearerCredential, server: String, userID: User.ID)
        case clear(server: String, userID: User.ID, ifStill: Secret<String>?)
    }

    private let base: any AuthSessionStore
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work; a fake of its own unless a test gives another.
    public init(_ base: any AuthSessionStore = InMemoryAuthSessionStore()) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func load() async throws(StoreError) -> AuthSession? {
        record(.load)
        return try await base.load()
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        record(.save(authSession))
        try await base.save(authSession)
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: User.ID
    ) async throws(StoreError) -> TokenReplacement {
        record(.replaceTokens(old, with: credential, server: server, userID: userID))
        return try await base.replaceTokens(old, with: credential, server: server, userID: userID)
    }

    public func clear(
        server: String, userID: User.ID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        record(.clear(server: server, userID: userID, ifStill: access))
        return try await base.clear(server: server, userID: userID, ifStill: access)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}

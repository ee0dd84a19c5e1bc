public import Models
public import Services
import Synchronization

/// A mock of ``UserService``: records what was asked, in order, and passes it on.
public final class RecordingUserService: UserService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case me
        case user(id: User.ID)
        case users(page: PageRequest)
        case replaceProfile(of: User.ID, with: Profile)
        case updateProfile(of: User.ID, with: ProfilePatch)
        case delete(id: User.ID)
    }

    private let base: any UserService
    private let recorded = Mutex<[Call]>([])

    /// - Parameter base: does the work.
    public init(_ base: any UserService) {
        self.base = base
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func me() async throws(UserServiceError) -> User {
        record(.me)
        return try await base.me()
    }

    public func user(id: User.ID) async throws(UserServiceError) -> User {
        record(.user(id: id))
        return try await base.user(id: id)
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        record(.users(page: page))
        return try await base.users(page: page)
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        record(.replaceProfile(of: id, with: profile))
        return try await base.replaceProfile(of: id, with: profile)
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        record(.updateProfile(of: id, with: patch))
        return try await base.updateProfile(of: id, with: patch)
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        record(.delete(id: id))
        try await base.delete(id: id)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}

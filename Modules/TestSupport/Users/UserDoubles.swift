public import EngineTestSupport
public import Foundation
public import Models
public import Services

extension UserID {
    /// An identifier from a literal. Throws if it is invalid.
    public static func fixture(_ text: String = "u-1") throws(InvalidValue) -> UserID {
        try UserID(text)
    }
}

extension User {
    /// A user with defaults. Optional fields are `nil` by default.
    public static func fixture(
        id: String = "u-1", name: String = "Ada Lovelace", email: String = "ada@example.com", role: Role = .member,
        about: String? = nil, avatarURL: URL? = nil, createdAt: Date? = nil, updatedAt: Date? = nil
    ) throws(InvalidValue) -> User {
        User(
            id: try ID(id), name: try DisplayName(name), email: try EmailAddress(email), role: role, about: about,
            avatarURL: avatarURL, createdAt: createdAt, updatedAt: updatedAt)
    }
}

extension Snapshot {
    /// A value that the server has just sent.
    public static func fixture(_ value: Value) -> Snapshot { Snapshot(value, from: .server, fetchedAt: .distantPast) }
}

/// A mock of `UserService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an `UnexpectedCall`.
///
/// ```swift
/// let users = MockUserService(me: .value(.fixture(ada)), delete: .error(.loggedOut))
/// …
/// #expect(users.calls == [.me(.networkFirst)])
/// ```
public final class MockUserService: UserService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case me(ReadPolicy)
        case observeMe
        case user(id: User.ID, ReadPolicy)
        case users(page: PageRequest)
        case replaceProfile(of: User.ID, with: Profile)
        case updateProfile(of: User.ID, with: ProfilePatch)
        case delete(id: User.ID)
    }

    private let meResponse: MockResponse<ReadPolicy, Snapshot<User>, UserServiceError>?
    private let observedMe: @Sendable () -> Snapshots<User>
    private let userResponse: MockResponse<(User.ID, ReadPolicy), Snapshot<User>, UserServiceError>?
    private let usersResponse: MockResponse<PageRequest, Page<User>, UserServiceError>?
    private let replaceResponse: MockResponse<(User.ID, Profile), Submission<User?>, UserServiceError>?
    private let updateResponse: MockResponse<(User.ID, ProfilePatch), Submission<User?>, UserServiceError>?
    private let deleteResponse: MockResponse<User.ID, Void, UserServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameters:
    ///   - base: responds to the calls that have no response of their own.
    ///   - observeMe: the snapshots of ``observeMe()``. By default those of `base`, and without one none.
    public init(
        over base: (any UserService)? = nil,
        me: MockResponse<ReadPolicy, Snapshot<User>, UserServiceError>? = nil,
        observeMe: (@Sendable () -> Snapshots<User>)? = nil,
        user: MockResponse<(User.ID, ReadPolicy), Snapshot<User>, UserServiceError>? = nil,
        users: MockResponse<PageRequest, Page<User>, UserServiceError>? = nil,
        replaceProfile: MockResponse<(User.ID, Profile), Submission<User?>, UserServiceError>? = nil,
        updateProfile: MockResponse<(User.ID, ProfilePatch), Submission<User?>, UserServiceError>? = nil,
        delete: MockResponse<User.ID, Void, UserServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        meResponse = .of(me, base) { base, policy throws(UserServiceError) in try await base.me(policy) }
        observedMe = observeMe ?? { base?.observeMe() ?? AsyncStream { $0.finish() } }
        userResponse = .of(user, base) { base, call throws(UserServiceError) in
            try await base.user(id: call.0, call.1)
        }
        usersResponse = .of(users, base) { base, call throws(UserServiceError) in try await base.users(page: call) }
        replaceResponse = .of(replaceProfile, base) { base, call throws(UserServiceError) in
            try await base.replaceProfile(of: call.0, with: call.1)
        }
        updateResponse = .of(updateProfile, base) { base, call throws(UserServiceError) in
            try await base.updateProfile(of: call.0, with: call.1)
        }
        deleteResponse = .of(delete, base) { base, call throws(UserServiceError) in try await base.delete(id: call) }
        recorder = MockRecorder("UserService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func me(_ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User> {
        try await recorder.respond(to: .me(policy), policy, with: meResponse)
    }

    public func observeMe() -> Snapshots<User> {
        recorder.record(.observeMe)
        return observedMe()
    }

    public func user(id: User.ID, _ policy: ReadPolicy) async throws(UserServiceError) -> Snapshot<User> {
        try await recorder.respond(to: .user(id: id, policy), (id, policy), with: userResponse)
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        try await recorder.respond(to: .users(page: page), page, with: usersResponse)
    }

    public func replaceProfile(
        of id: User.ID, with profile: Profile
    ) async throws(UserServiceError) -> Submission<User?> {
        try await recorder.respond(to: .replaceProfile(of: id, with: profile), (id, profile), with: replaceResponse)
    }

    public func updateProfile(
        of id: User.ID, with patch: ProfilePatch
    ) async throws(UserServiceError) -> Submission<User?> {
        try await recorder.respond(to: .updateProfile(of: id, with: patch), (id, patch), with: updateResponse)
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        try await recorder.respond(to: .delete(id: id), id, with: deleteResponse)
    }
}

public import Models
public import Services

/// A mock of `UserService`: returns the responses that a test sets up and records each call. A call without a
/// response throws `ServiceError.failed(_:)` with an ``UnexpectedCall``.
///
/// ```swift
/// let users = MockUserService(me: .value(ada), delete: .error(.loggedOut))
/// …
/// #expect(users.calls == [.me])
/// ```
public final class MockUserService: UserService {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case me
        case user(id: User.ID)
        case users(page: PageRequest)
        case replaceProfile(of: User.ID, with: Profile)
        case updateProfile(of: User.ID, with: ProfilePatch)
        case delete(id: User.ID)
    }

    private let meResponse: MockResponse<Void, User, UserServiceError>?
    private let userResponse: MockResponse<User.ID, User, UserServiceError>?
    private let usersResponse: MockResponse<PageRequest, Page<User>, UserServiceError>?
    private let replaceResponse: MockResponse<(User.ID, Profile), User, UserServiceError>?
    private let updateResponse: MockResponse<(User.ID, ProfilePatch), User, UserServiceError>?
    private let deleteResponse: MockResponse<User.ID, Void, UserServiceError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any UserService)? = nil,
        me: MockResponse<Void, User, UserServiceError>? = nil,
        user: MockResponse<User.ID, User, UserServiceError>? = nil,
        users: MockResponse<PageRequest, Page<User>, UserServiceError>? = nil,
        replaceProfile: MockResponse<(User.ID, Profile), User, UserServiceError>? = nil,
        updateProfile: MockResponse<(User.ID, ProfilePatch), User, UserServiceError>? = nil,
        delete: MockResponse<User.ID, Void, UserServiceError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        meResponse = me ?? base.map { base in .closure { _ throws(UserServiceError) in try await base.me() } }
        userResponse =
            user ?? base.map { base in .closure { call throws(UserServiceError) in try await base.user(id: call) } }
        usersResponse =
            users ?? base.map { base in .closure { call throws(UserServiceError) in try await base.users(page: call) } }
        replaceResponse =
            replaceProfile
            ?? base.map { base in
                .closure { call throws(UserServiceError) in try await base.replaceProfile(of: call.0, with: call.1) }
            }
        updateResponse =
            updateProfile
            ?? base.map { base in
                .closure { call throws(UserServiceError) in try await base.updateProfile(of: call.0, with: call.1) }
            }
        deleteResponse =
            delete ?? base.map { base in .closure { call throws(UserServiceError) in try await base.delete(id: call) } }
        recorder = MockRecorder("UserService", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func me() async throws(UserServiceError) -> User {
        try await recorder.respond(to: .me, (), with: meResponse)
    }

    public func user(id: User.ID) async throws(UserServiceError) -> User {
        try await recorder.respond(to: .user(id: id), id, with: userResponse)
    }

    public func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        try await recorder.respond(to: .users(page: page), page, with: usersResponse)
    }

    public func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        try await recorder.respond(to: .replaceProfile(of: id, with: profile), (id, profile), with: replaceResponse)
    }

    public func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await recorder.respond(to: .updateProfile(of: id, with: patch), (id, patch), with: updateResponse)
    }

    public func delete(id: User.ID) async throws(UserServiceError) {
        try await recorder.respond(to: .delete(id: id), id, with: deleteResponse)
    }
}

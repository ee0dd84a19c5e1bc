public import Models
public import Persistence

/// A mock of `UserStore`: returns the responses that a test sets up and records each call. A call without a response
/// throws `StoreError.failed(reason:)` with the text of an ``UnexpectedCall``.
public final class MockUserStore: UserStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case user(id: User.ID, of: AccountID)
        case users(of: AccountID)
        case save([User], of: AccountID)
        case remove(id: User.ID, of: AccountID)
        case removeAll(of: AccountID)
    }

    private let userResponse: MockResponse<(User.ID, AccountID), User?, StoreError>?
    private let usersResponse: MockResponse<AccountID, [User], StoreError>?
    private let saveResponse: MockResponse<([User], AccountID), Void, StoreError>?
    private let removeResponse: MockResponse<(User.ID, AccountID), Void, StoreError>?
    private let removeAllResponse: MockResponse<AccountID, Void, StoreError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any UserStore)? = nil,
        user: MockResponse<(User.ID, AccountID), User?, StoreError>? = nil,
        users: MockResponse<AccountID, [User], StoreError>? = nil,
        save: MockResponse<([User], AccountID), Void, StoreError>? = nil,
        remove: MockResponse<(User.ID, AccountID), Void, StoreError>? = nil,
        removeAll: MockResponse<AccountID, Void, StoreError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        userResponse =
            user
            ?? base.map { base in .closure { call throws(StoreError) in try await base.user(id: call.0, of: call.1) } }
        usersResponse =
            users ?? base.map { base in .closure { call throws(StoreError) in try await base.users(of: call) } }
        saveResponse =
            save ?? base.map { base in .closure { call throws(StoreError) in try await base.save(call.0, of: call.1) } }
        removeResponse =
            remove
            ?? base.map { base in .closure { call throws(StoreError) in try await base.remove(id: call.0, of: call.1) }
            }
        removeAllResponse =
            removeAll ?? base.map { base in .closure { call throws(StoreError) in try await base.removeAll(of: call) } }
        recorder = MockRecorder("UserStore", file: file, line: line)
    }

    /// A store whose every call throws `error`.
    public convenience init(failingWith error: StoreError) {
        self.init(
            user: .error(error), users: .error(error), save: .error(error), remove: .error(error),
            removeAll: .error(error))
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
        try await recorder.respond(to: .user(id: id, of: account), (id, account), with: userResponse)
    }

    public func users(of account: AccountID) async throws(StoreError) -> [User] {
        try await recorder.respond(to: .users(of: account), account, with: usersResponse)
    }

    public func save(_ users: [User], of account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: .save(users, of: account), (users, account), with: saveResponse)
    }

    public func remove(id: User.ID, of account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: .remove(id: id, of: account), (id, account), with: removeResponse)
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: .removeAll(of: account), account, with: removeAllResponse)
    }
}

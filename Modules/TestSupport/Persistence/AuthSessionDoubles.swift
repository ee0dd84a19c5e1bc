public import Models
public import Persistence
public import Primitives

extension AccountID {
    /// The account of ``AuthSession/fixture(server:userID:role:credential:)``.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1"
    ) throws(InvalidValue) -> AccountID {
        AccountID(server: server, userID: try UserID(userID))
    }
}

extension AuthSession {
    /// An auth session with defaults.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1", role: Role = .member,
        credential: BearerCredential = .fixture()
    ) throws(InvalidValue) -> AuthSession {
        AuthSession(server: server, userID: try UserID(userID), role: role, credential: credential)
    }
}

extension AuthSessionStore {
    /// Stores the session of a login, without a server that responds to it.
    public func begin(at server: String, with credential: BearerCredential) async throws {
        try await save(.fixture(server: server, credential: credential))
    }
}

/// The auth session store of one machine and the stores that share its storage.
public struct AccountStores: Sendable {
    /// The tokens and account of the current login.
    public private(set) var authSessions: any AuthSessionStore
    /// The stored records of every account and server.
    public let records: any RecordStorage

    /// Creates a group of stores, which must share one storage.
    public init(authSessions: any AuthSessionStore, records: any RecordStorage) {
        self.authSessions = authSessions
        self.records = records
    }

    /// The same stores with another auth session store, which must share their storage.
    public func replacing(_ authSessions: any AuthSessionStore) -> AccountStores {
        var stores = self
        stores.authSessions = authSessions
        return stores
    }

    /// Creates empty stores in memory.
    public static func inMemory() -> AccountStores {
        let authSessions = InMemoryAuthSessionStore()
        return AccountStores(authSessions: authSessions, records: InMemoryRecordStorage(authSessions))
    }
}

/// A mock of `RecordStorage`: returns the responses that a test sets up. A call without a response throws
/// `StoreError.failed(reason:)` with the text of an ``UnexpectedCall``.
public struct MockRecordStorage: RecordStorage {
    private let listResponse: MockResponse<Range<Int>, StoredList?, StoreError>?
    private let changeResponse: MockResponse<String, Void, StoreError>?
    private let recorder: MockRecorder<String>

    /// - Parameter change: the response to saving and removing.
    public init(
        list: MockResponse<Range<Int>, StoredList?, StoreError>? = nil,
        change: MockResponse<String, Void, StoreError>? = nil, file: String = #fileID, line: Int = #line
    ) {
        (listResponse, changeResponse) = (list, change)
        recorder = MockRecorder("RecordStorage", file: file, line: line)
    }

    public func list(
        _ positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) -> StoredList? {
        try await recorder.respond(to: "list(_:of:)", positions, with: listResponse)
    }

    public func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection
    ) async throws(StoreError) {
        try await recorder.respond(to: "save(_:at:of:)", "save", with: changeResponse)
    }

    public func remove(_ id: String, from collection: RecordCollection) async throws(StoreError) {
        try await recorder.respond(to: "remove(_:from:)", "remove", with: changeResponse)
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: "removeAll(of:)", "removeAll", with: changeResponse)
    }
}

/// A mock of `AuthSessionStore`: returns the responses that a test sets up and records each call. A call without a
/// response throws `StoreError.failed(reason:)` with the text of an ``UnexpectedCall``.
public final class MockAuthSessionStore: AuthSessionStore {
    /// One call with its arguments; tokens print redacted.
    public enum Call: Sendable, Equatable {
        case load
        case save(AuthSession)
        case reserveSpace
        case replaceTokens(Secret<String>, with: BearerCredential, server: String, userID: UserID)
        case clear(server: String, userID: UserID, ifStill: Secret<String>?)
        case endedAccount(server: String)
        case removeAccount(AccountID)
    }

    /// The arguments of ``replaceTokens(_:with:server:userID:)``.
    public typealias Replacement = (old: Secret<String>, credential: BearerCredential, server: String, userID: UserID)
    /// The arguments of ``clear(server:userID:ifStill:)``.
    public typealias Clearing = (server: String, userID: UserID, access: Secret<String>?)

    private let loadResponse: MockResponse<Void, AuthSession?, StoreError>?
    private let saveResponse: MockResponse<AuthSession, Void, StoreError>?
    private let reserveResponse: MockResponse<Void, Void, StoreError>
    private let replaceResponse: MockResponse<Replacement, TokenReplacement, StoreError>?
    private let clearResponse: MockResponse<Clearing, AuthSession?, StoreError>?
    private let endedResponse: MockResponse<String, AccountID?, StoreError>?
    private let removeResponse: MockResponse<AccountID, Void, StoreError>?
    private let recorder: MockRecorder<Call>

    /// - Parameters:
    ///   - base: responds to the calls that have no response of their own.
    ///   - reserveSpace: by default there is space.
    public init(
        over base: (any AuthSessionStore)? = nil,
        load: MockResponse<Void, AuthSession?, StoreError>? = nil,
        save: MockResponse<AuthSession, Void, StoreError>? = nil,
        reserveSpace: MockResponse<Void, Void, StoreError>? = nil,
        replaceTokens: MockResponse<Replacement, TokenReplacement, StoreError>? = nil,
        clear: MockResponse<Clearing, AuthSession?, StoreError>? = nil,
        endedAccount: MockResponse<String, AccountID?, StoreError>? = nil,
        removeAccount: MockResponse<AccountID, Void, StoreError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        loadResponse = .of(load, base) { base, _ throws(StoreError) in try await base.load() }
        saveResponse = .of(save, base) { base, call throws(StoreError) in try await base.save(call) }
        reserveResponse =
            .of(reserveSpace, base) { base, _ throws(StoreError) in try await base.reserveSpace() }
            ?? .success
        replaceResponse = .of(replaceTokens, base) { base, call throws(StoreError) in
            try await base.replaceTokens(call.old, with: call.credential, server: call.server, userID: call.userID)
        }
        clearResponse = .of(clear, base) { base, call throws(StoreError) in
            try await base.clear(server: call.server, userID: call.userID, ifStill: call.access)
        }
        endedResponse = .of(endedAccount, base) { base, call throws(StoreError) in try await base.endedAccount(at: call)
        }
        removeResponse = .of(removeAccount, base) { base, call throws(StoreError) in try await base.removeAccount(call)
        }
        recorder = MockRecorder("AuthSessionStore", file: file, line: line)
    }

    /// A store whose every call throws `error`.
    public convenience init(failingWith error: StoreError) {
        self.init(
            load: .error(error), save: .error(error), replaceTokens: .error(error), clear: .error(error),
            endedAccount: .error(error), removeAccount: .error(error))
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func load() async throws(StoreError) -> AuthSession? {
        try await recorder.respond(to: .load, (), with: loadResponse)
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try await recorder.respond(to: .save(authSession), authSession, with: saveResponse)
    }

    public func reserveSpace() async throws(StoreError) {
        try await recorder.respond(to: .reserveSpace, (), with: reserveResponse)
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        try await recorder.respond(
            to: .replaceTokens(old, with: credential, server: server, userID: userID),
            (old, credential, server, userID), with: replaceResponse)
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>?
    ) async throws(StoreError) -> AuthSession? {
        try await recorder.respond(
            to: .clear(server: server, userID: userID, ifStill: access), (server, userID, access), with: clearResponse)
    }

    public func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
        try await recorder.respond(to: .endedAccount(server: server), server, with: endedResponse)
    }

    public func removeAccount(_ account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: .removeAccount(account), account, with: removeResponse)
    }
}

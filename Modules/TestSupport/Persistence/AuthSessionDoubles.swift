public import EngineTestSupport
public import Models
public import Networking
public import Persistence
public import Primitives
import Synchronization

extension AccountID {
    /// The account of ``AuthSession/fixture(login:server:userID:role:credential:)``.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1"
    ) throws(InvalidValue) -> AccountID {
        AccountID(server: server, userID: try UserID(userID))
    }
}

extension AuthSession {
    /// An auth session with defaults.
    ///
    /// - Parameter login: the number of the login. Its id is none that a `SequentialIdentifierSource` generates.
    public static func fixture(
        login: UInt32 = 1, server: String = "https://api.example.com", userID: String = "u-1", role: Role = .member,
        credential: BearerCredential = .fixture()
    ) throws(InvalidValue) -> AuthSession {
        AuthSession(
            id: SequentialIdentifierSource.identifier(.max - login), server: server, userID: try UserID(userID),
            role: role,
            credential: credential)
    }
}

extension AuthSessionStore {
    /// Stores the session of a login, without a server that responds to it.
    public func begin(at server: String, with credential: BearerCredential) async throws {
        try await save(.fixture(server: server, credential: credential))
    }

    /// Removes the account of the stored session as a logout does.
    public func removeLoggedInAccount() async throws {
        guard let stored = try await load() else { return }
        try await end(stored.id)
        try await removeAccount(stored.account)
    }
}

/// The auth session store of one machine and the stores that share its storage.
public struct AccountStores: Sendable {
    /// The tokens and account of the current login.
    public private(set) var authSessions: any AuthSessionStore
    /// The stored records of every account and server.
    public let records: any RecordStorage
    /// The changes of every account that are not sent yet.
    public let outbox: any OutboxStore
    /// Shared by all processes that use these stores.
    public let outboxLock = InMemoryRefreshLock()

    /// Creates a group of stores, which must share one storage.
    public init(authSessions: any AuthSessionStore, records: any RecordStorage, outbox: any OutboxStore) {
        self.authSessions = authSessions
        self.records = records
        self.outbox = outbox
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
        return AccountStores(
            authSessions: authSessions, records: InMemoryRecordStorage(authSessions),
            outbox: InMemoryOutboxStore(authSessions))
    }
}

/// A mock of `RecordStorage`: returns the responses that a test sets up. A call without a response throws
/// `StoreError.failed(reason:)` with the text of an `UnexpectedCall`.
public struct MockRecordStorage: RecordStorage {
    private let listResponse: MockResponse<Range<Int>, StoredList?, StoreError>?
    private let changeResponse: MockResponse<String, Void, StoreError>?
    private let recorder: MockRecorder<String>

    /// - Parameters:
    ///   - list: the response to reading a list. There is no single record, and the revision never changes.
    ///   - change: the response to saving and removing.
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

    public func record(_ id: String, of collection: RecordCollection) async throws(StoreError) -> StoredRecord? { nil }

    public func revision(of collection: RecordCollection) async throws(StoreError) -> RecordRevision {
        RecordRevision()
    }

    public func save(
        _ list: StoredList, at positions: Range<Int>, of collection: RecordCollection, ifStill revision: RecordRevision
    ) async throws(StoreError) -> SaveOutcome {
        try await recorder.respond(to: "save(_:at:of:ifStill:)", "save", with: changeResponse)
        return .saved
    }

    public func save(
        _ record: StoredRecord, in collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try await recorder.respond(to: "save(_:in:ifStill:)", "save", with: changeResponse)
        return .saved
    }

    public func append(_ record: StoredRecord, to collection: RecordCollection) async throws(StoreError) {
        try await recorder.respond(to: "append(_:to:)", "append", with: changeResponse)
    }

    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    public func remove(
        _ id: String, from collection: RecordCollection, ifStill revision: RecordRevision?
    ) async throws(StoreError) -> SaveOutcome {
        try await recorder.respond(to: "remove(_:from:ifStill:)", "remove", with: changeResponse)
        return .saved
    }

    public func removeAll(of account: AccountID) async throws(StoreError) {
        try await recorder.respond(to: "removeAll(of:)", "removeAll", with: changeResponse)
    }
}

/// A double of `AuthSessionStore` that records each call and forwards it to another store, unless the test lets it fail.
public final class MockAuthSessionStore: AuthSessionStore {
    /// One call with its arguments; tokens print redacted.
    public enum Call: Sendable, Equatable {
        case load
        case save(AuthSession)
        case reserveSpace
        case replaceTokens(Secret<String>, with: BearerCredential, server: String, userID: UserID)
        case clear(server: String, userID: UserID, ifStill: Secret<String>)
        case end(AuthSession.ID)
        case endedAccount(server: String)
        case removeAccount(AccountID)
    }

    private let base: any AuthSessionStore
    private let failure: @Sendable (Call) -> StoreError?
    private let recorded = Mutex<[Call]>([])

    /// - Parameters:
    ///   - base: responds to the calls that do not fail.
    ///   - failure: the error of a call; `nil` for a call that does not fail.
    public init(
        over base: any AuthSessionStore = InMemoryAuthSessionStore(),
        failure: @escaping @Sendable (Call) -> StoreError? = { _ in nil }
    ) {
        self.base = base
        self.failure = failure
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func load() async throws(StoreError) -> AuthSession? {
        try record(.load)
        return try await base.load()
    }

    public func save(_ authSession: AuthSession) async throws(StoreError) {
        try record(.save(authSession))
        try await base.save(authSession)
    }

    public func reserveSpace() async throws(StoreError) {
        try record(.reserveSpace)
        try await base.reserveSpace()
    }

    public func replaceTokens(
        _ old: Secret<String>, with credential: BearerCredential, server: String, userID: UserID
    ) async throws(StoreError) -> TokenReplacement {
        try record(.replaceTokens(old, with: credential, server: server, userID: userID))
        return try await base.replaceTokens(old, with: credential, server: server, userID: userID)
    }

    public func clear(
        server: String, userID: UserID, ifStill access: Secret<String>
    ) async throws(StoreError) -> AuthSession? {
        try record(.clear(server: server, userID: userID, ifStill: access))
        return try await base.clear(server: server, userID: userID, ifStill: access)
    }

    public func end(_ session: AuthSession.ID) async throws(StoreError) {
        try record(.end(session))
        try await base.end(session)
    }

    public func endedAccount(at server: String) async throws(StoreError) -> AccountID? {
        try record(.endedAccount(server: server))
        return try await base.endedAccount(at: server)
    }

    public func removeAccount(_ account: AccountID) async throws(StoreError) -> Bool {
        try record(.removeAccount(account))
        return try await base.removeAccount(account)
    }

    private func record(_ call: Call) throws(StoreError) {
        recorded.withLock { $0.append(call) }
        if let error = failure(call) { throw error }
    }
}

extension StoreError: UnexpectedCallFailure {
    public init(unexpected call: UnexpectedCall) { self = .failed(reason: call.description) }
}

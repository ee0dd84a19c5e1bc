public import Foundation
public import HTTPCaching
public import Networking
public import Persistence
public import Transfers

/// The open stores of an app. They are opened first, because that takes time and can fail. Then the app is composed
/// from them without waiting.
public struct AppStores: Sendable {
    /// The tokens and the account of the login.
    public var authSessions: any AuthSessionStore
    /// What the server has sent.
    public var records: any RecordStorage
    /// The changes that are not sent yet.
    public var outbox: any OutboxStore
    /// The queue of transfers.
    public var transfers: any TransferStore
    /// The folder with the copies of queued uploads. It is `nil` for a queue in memory, which must not delete the copies of
    /// another app.
    public var spool: URL?
    /// The cached responses of all users, each user in a separate partition.
    public var responses: any ResponseCacheStorage
    /// Shared by all processes that use ``authSessions``.
    public var refreshLock: any RefreshLock
    /// Shared by all processes that use ``outbox``.
    public var outboxLock: any RefreshLock
    /// Whether everything in them ends with the process.
    public private(set) var isInMemory = false
    /// Closes the stores when the app ends.
    public var close: @Sendable () async throws -> Void

    /// Groups stores, which must share one storage. The default locks are for stores that only one process uses.
    public init(
        authSessions: any AuthSessionStore, records: any RecordStorage, outbox: any OutboxStore,
        transfers: any TransferStore = InMemoryTransferStore(), spool: URL? = nil,
        responses: any ResponseCacheStorage = InMemoryResponseCache(),
        refreshLock: any RefreshLock = InMemoryRefreshLock(), outboxLock: any RefreshLock = InMemoryRefreshLock(),
        close: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.authSessions = authSessions
        self.records = records
        self.outbox = outbox
        self.transfers = transfers
        self.spool = spool
        self.responses = responses
        self.refreshLock = refreshLock
        self.outboxLock = outboxLock
        self.close = close
    }

    /// Empty stores that end with the process.
    public static func inMemory() -> AppStores {
        let authSessions = InMemoryAuthSessionStore()
        var stores = AppStores(
            authSessions: authSessions, records: InMemoryRecordStorage(authSessions),
            outbox: InMemoryOutboxStore(authSessions))
        stores.isInMemory = true
        return stores
    }

    /// Every store that a logout empties. The session and the unsent changes are removed with the account itself.
    var personalData: [any PersonalDataStore] {
        [CachedResponses(responses), records, AccountTransfers(store: transfers, spool: spool)]
    }
}

public import Foundation
import Models
import Networking
public import Persistence
import Primitives
public import Services
public import Transfers

/// The queued transfers of an account. A logout removes them with the bytes of incomplete downloads and the copies of
/// files to upload.
struct AccountTransfers: PersonalDataStore {
    let store: any TransferStore
    let spool: URL?

    func removeAll(of account: AccountID) async throws(StoreError) {
        do throws(TransferQueueError) {
            for transfer in try await store.removeAll(of: account.transferAccount) { await transfer.discardBytes() }
            if let spool { await store.sweep(spool) }
        } catch {
            throw error == .cancelled ? .cancelled : .failed(reason: error.userMessage)
        }
    }
}

/// The part of a queue that the logged-in account may see: its own transfers and those without an account. The
/// transfers of other accounts stay in the queue and wait until their account logs in again or logs out.
public struct VisibleTransfers: BackgroundTransfers {
    private let queue: any BackgroundTransfers
    private let authSessions: any AuthSessionStore

    public init(_ queue: any BackgroundTransfers, authSessions: any AuthSessionStore) {
        self.queue = queue
        self.authSessions = authSessions
    }

    public func add(
        _ source: URL, to file: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await queue.add(source, to: file, of: account, priority: priority)
    }

    public func upload(
        _ file: URL, to target: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await queue.upload(file, to: target, of: account, priority: priority)
    }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        let account = try await account()
        return try await queue.transfers().filter { $0.isVisible(to: account) }
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await queue.damaged()
    }

    public func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await requireVisible(id)
        return try await queue.pause(id)
    }

    public func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await requireVisible(id)
        return try await queue.resume(id)
    }

    public func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        try await requireVisible(id)
        try await queue.remove(id)
    }

    public func run(progress: TransferFeed?) async throws(TransferQueueError) -> [QueuedTransfer] {
        // The session may be unreadable. The reader of the progress must not wait for a run that never begins.
        defer { progress?.finish() }
        // The account before the run: a refused refresh may end its session, and then its transfers wait.
        let account = try await account()
        return try await queue.run(progress: progress).filter { $0.isVisible(to: account) }
    }

    /// The number of unfinished transfers that are not visible.
    public func waiting() async throws(TransferQueueError) -> Int {
        let account = try await account()
        return try await queue.transfers().count { !$0.state.isDone && !$0.isVisible(to: account) }
    }

    private func requireVisible(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        let account = try await account()
        let isHidden = try await queue.transfers().contains { $0.id == id && !$0.isVisible(to: account) }
        if isHidden { throw .unknown(id: id) }
    }

    private func account() async throws(TransferQueueError) -> String? {
        do throws(StoreError) {
            return try await authSessions.load()?.account.transferAccount
        } catch {
            throw error == .cancelled ? .cancelled : .store(reason: error.userMessage)
        }
    }
}

extension QueuedTransfer {
    fileprivate func isVisible(to account: String?) -> Bool { self.account == nil || self.account == account }
}

extension AccountID {
    /// The account in the form of ``Transfers/QueuedTransfer/account``.
    var transferAccount: String { "\(server) \(userID.text)" }
}

extension BackendServices {
    /// The account that signs a transfer from or to `url`, in the form of ``Transfers/QueuedTransfer/account``: for a
    /// URL of the backend, the account that is logged in with `auth`; `nil` for any other URL.
    public func transferAccount(
        at url: URL, loggedInWith auth: any AuthService
    ) async throws(AuthServiceError) -> String? {
        let api = client.environment.origin
        guard Origin(url) == api, let account = try await auth.restore() else { return nil }
        return AccountID(server: api.description, userID: account.id).transferAccount
    }
}

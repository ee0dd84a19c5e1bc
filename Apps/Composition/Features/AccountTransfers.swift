public import DependencyInjection
import Digests
public import Foundation
import Models
import Networking
import Persistence
public import Primitives
import RemoteServices
import Services
public import Transfers

/// The queued transfers of an account, which a logout removes with the bytes of their incomplete files and the
/// copies of those that it uploads.
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

/// A queue as the account that is logged in may see it: its own transfers and those without an account. The transfers
/// of other accounts stay in the queue and wait until their account logs in again or logs out.
struct VisibleTransfers: BackgroundTransfers {
    let queue: any BackgroundTransfers
    let authSessions: any AuthSessionStore

    func add(
        _ source: URL, to file: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await queue.add(source, to: file, of: account, priority: priority)
    }

    func upload(
        _ file: URL, to target: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await queue.upload(file, to: target, of: account, priority: priority)
    }

    func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        let account = try await account()
        return try await queue.transfers().filter { $0.isVisible(to: account) }
    }

    func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await queue.damaged()
    }

    func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await requireVisible(id)
        return try await queue.pause(id)
    }

    func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await requireVisible(id)
        return try await queue.resume(id)
    }

    func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        try await requireVisible(id)
        try await queue.remove(id)
    }

    func run(progress: TransferFeed?) async throws(TransferQueueError) -> [QueuedTransfer] {
        // The session may be unreadable. The reader of the progress must not wait for a run that never begins.
        defer { progress?.finish() }
        // The account before the run: a refused refresh may end its session, and then its transfers wait.
        let account = try await account()
        return try await queue.run(progress: progress).filter { $0.isVisible(to: account) }
    }

    /// The number of unfinished transfers that are not visible.
    func waiting() async throws(TransferQueueError) -> Int {
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

extension Key<any TransferStore> {
    /// Stores the queue of transfers. Use it to implement `BackgroundTransfers` yourself.
    public static var transferStore: Self { Self() }
}

extension Key<any BackgroundTransfers> {
    /// Transfers that outlive the app, as the account that is logged in may see them. Only a session of the kind
    /// `SessionKind.background` has them.
    public static var transfers: Self { Self() }
}

extension AppSettings {
    /// The folder of the copies of queued uploads; `nil` for an ephemeral app, whose queue is in memory: it must not
    /// delete the copies of another app in the same data folder.
    var spool: URL? { session == .ephemeral ? nil : dataDirectory.appending(path: "spool") }
}

extension Assembly {
    static func transfers(_ settings: AppSettings) -> Assembly {
        Assembly {
            if settings.session == .background, let spool = settings.spool {
                Singleton(
                    .transfers, needs: .transferStore, .settings, .environment, .pipeline, .auth, .localAccountData,
                    .time, .identifiers, .monitor
                ) { store, settings, environment, pipeline, auth, local, time, identifiers, monitor in
                    let transferring = PipelineTransfers(
                        api: environment.origin, settings: settings, pipeline: pipeline, auth: auth,
                        sessions: local.sessions, time: time, identifiers: identifiers, monitor: monitor)
                    let queue = TransferQueue(
                        store: store, transferring: transferring,
                        spool: UploadSpool(folder: spool, hashing: SHA256Hashing(), identifiers: identifiers),
                        parallel: settings.parallelTransfers,
                        lock: settings.dataDirectory.appending(path: "transfers.lock"), time: time)
                    return VisibleTransfers(queue: queue, authSessions: local.authSessions)
                }
            }
        }
    }
}

extension ComposedApp {
    /// Transfers that outlive the app, as the account that is logged in may see them. Only a session of the kind
    /// `SessionKind.background` has them.
    public var transfers: any BackgroundTransfers { get async throws { try await value(.transfers) } }

    /// Adds a download to the queue of a background session.
    ///
    /// A URL of the app's own API is signed by the account that is logged in now, if there is one. The queue stores the
    /// account, not its token: the transfer waits while another account is logged in. Any other URL is not signed.
    public func addTransfer(
        _ source: URL, to file: URL, priority: QueuedTransfer.Priority = .normal
    ) async throws -> QueuedTransfer {
        try await transfers.add(source, to: file, of: transferAccount(at: source), priority: priority)
    }

    /// Copies a file and adds the upload of the copy to the queue of a background session, signed as in
    /// ``addTransfer(_:to:priority:)``.
    ///
    /// - Parameter target: the URL that creates uploads, by default that of the app's API.
    public func addUpload(
        of file: URL, to target: URL? = nil, priority: QueuedTransfer.Priority = .normal
    ) async throws -> QueuedTransfer {
        let settings = try await value(.settings)
        let target = target ?? settings.baseURL.appending(path: "v2/uploads")
        return try await transfers.upload(file, to: target, of: transferAccount(at: target), priority: priority)
    }

    private func transferAccount(at url: URL) async throws -> String? {
        let api = try await value(.environment).origin
        guard Origin(url) == api, let account = try await auth.restore() else { return nil }
        return AccountID(server: api.description, userID: account.id).transferAccount
    }

    /// The number of unfinished transfers of accounts that are not logged in. The queue does not list them, and they wait
    /// until their account logs in again or logs out.
    public func waitingTransfers() async throws -> Int {
        try await (transfers as? VisibleTransfers)?.waiting() ?? 0
    }
}

extension ExpectedDigest {
    /// A SHA-256 digest as a server announces it; `nil` unless the text is 64 hexadecimal digits.
    public init?(sha256 hexadecimal: String) {
        guard hexadecimal.count == 64 else { return nil }
        self.init(hexadecimal, by: SHA256Hashing())
    }
}

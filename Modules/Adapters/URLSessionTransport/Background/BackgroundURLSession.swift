public import Foundation
import Networking
import Synchronization
public import Transfers

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Implements ``Transfers/BackgroundTransfers`` with a background URLSession: the system downloads while the app is
/// suspended or has ended, and launches the app to deliver events.
///
/// Only Apple platforms have such sessions. This type was compiled and tested on Linux with an ordinary session, and has
/// not been run with a background session. At every launch, create one instance for each identifier. Then the system
/// can deliver the events of the downloads that ran without the app:
///
/// ```swift
/// func application(
///     _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
///     completionHandler: @escaping () -> Void
/// ) {
///     Task {
///         await transfers.finishEvents()
///         completionHandler()
///     }
/// }
/// ```
///
/// The system evaluates servers: a trust policy of the app does not apply. The system also follows redirects, and
/// stores each request with its header fields. Prefer URLs that work without a credential.
public final class BackgroundURLSession: BackgroundTransfers {
    /// Creates the request of a transfer, for example one that carries a token.
    public typealias RequestFactory = @Sendable (QueuedTransfer) async throws(TransferFailure) -> URLRequest

    private let store: any TransferStore
    private let request: RequestFactory
    private let delegate: BackgroundSessionDelegate
    private let session: URLSession
    private let runs: BackgroundRuns

    #if canImport(Darwin)
    /// - Parameters:
    ///   - identifier: names the session for the system. Pass the same name at every launch.
    ///   - request: creates requests. By default they have no credential, and transfers of an account wait.
    public convenience init(
        identifier: String, store: any TransferStore, request: @escaping RequestFactory = BackgroundURLSession.unsigned
    ) {
        let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
        configuration.sessionSendsLaunchEvents = true
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        self.init(configuration, store: store, request: request)
    }
    #endif

    /// - Parameter configuration: a background session's configuration; tests pass an ordinary session's.
    init(
        _ configuration: URLSessionConfiguration, store: any TransferStore,
        request: @escaping RequestFactory = BackgroundURLSession.unsigned
    ) {
        let runs = BackgroundRuns()
        self.store = store
        self.request = request
        self.runs = runs
        delegate = BackgroundSessionDelegate { id, progress in runs.report(id, progress) }
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        let events = delegate.events
        Task {
            for await event in events {
                switch event {
                case .ended(let id, let result): await runs.end(id, with: result, in: store)
                case .delivered: runs.eventsDelivered()
                case .barrier(let continuation): continuation.resume()
                }
            }
        }
    }

    /// Returns a request without a credential. For a transfer of an account it throws, so that the transfer waits.
    public static func unsigned(_ transfer: QueuedTransfer) async throws(TransferFailure) -> URLRequest {
        guard transfer.account == nil else { throw .delayed(reason: "This session can't sign an account's request.") }
        return URLRequest(url: transfer.url)
    }

    /// Returns when the system has delivered all events that it launched the app for, and the queue has stored them.
    public func finishEvents() async {
        await runs.waitForEvents()
    }

    public func add(
        _ source: URL, to file: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await store.addChecked(.download(from: source, to: file), of: account, priority: priority)
    }

    /// Throws ``TransferQueueError/uploadsUnsupported``, because each request of a resumable upload depends on the response
    /// before it, and the app may not run between them. Uploads run in a ``TransferQueue`` while the app does.
    public func upload(
        _ file: URL, to target: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        throw .uploadsUnsupported
    }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try await store.transfers()
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await store.damaged()
    }

    public func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        let transfer = try await store.pause(id)
        await tasks()[id]?.suspend()
        runs.paused(id)
        return transfer
    }

    public func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        let transfer = try await store.resume(id)
        await tasks()[id]?.resume()
        return transfer
    }

    public func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        _ = try await store.removeChecked(id)
        await tasks()[id]?.cancel()
    }

    /// Hands the queued transfers to the system, and waits for them. If the caller is cancelled, the system continues.
    public func run(progress: TransferFeed?) async throws(TransferQueueError) -> [QueuedTransfer] {
        defer { progress?.finish() }
        var endings = try runs.begin(progress).makeAsyncIterator()
        defer { runs.finish() }
        var (started, delayed): ([QueuedTransfer.ID], Set<QueuedTransfer.ID>) = ([], [])
        while true {
            // This order ensures that a task that ends now is either in `running` or no longer queued in the store.
            let running = await tasks()
            await delegate.settle()
            let stored = try await store.transfers()
            // A logout or another process may have removed transfers of these tasks.
            for (id, task) in running where !stored.contains(where: { $0.id == id }) { task.cancel() }
            let queued = stored.filter { $0.state.isQueued && !$0.isUpload && !delayed.contains($0.id) }
                .sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
            guard !queued.isEmpty else { break }
            started += queued.map(\.id).filter { !started.contains($0) }
            runs.show(queued)
            for transfer in queued where running[transfer.id] == nil {
                do throws(TransferFailure) {
                    try await start(transfer)
                } catch {
                    await runs.end(transfer.id, with: .failure(error), in: store)
                }
            }
            var waiting = Set(queued.map(\.id))
            while !waiting.isEmpty {
                guard let ending = await endings.next() else { throw .cancelled }
                waiting.remove(ending.id)
                if ending.isDelayed { delayed.insert(ending.id) }
            }
        }
        let stored = try await store.transfers()
        return started.compactMap { id in stored.first { $0.id == id } }
    }

    private func start(_ transfer: QueuedTransfer) async throws(TransferFailure) {
        let task = session.downloadTask(with: try await request(transfer))
        task.taskDescription = BackgroundTask(id: transfer.id, file: transfer.file).description
        task.resume()
    }

    /// The system's tasks by transfer.
    private func tasks() async -> [QueuedTransfer.ID: URLSessionTask] {
        await withCheckedContinuation { continuation in
            session.getAllTasks { tasks in
                let known = tasks.filter { $0.state == .running || $0.state == .suspended }.compactMap { task in
                    BackgroundTask(task.taskDescription).map { ($0.id, task) }
                }
                continuation.resume(returning: Dictionary(known) { $1 })
            }
        }
    }
}

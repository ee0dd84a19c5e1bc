import Files
public import Foundation
public import Primitives
import Synchronization

/// Implements ``BackgroundTransfers`` without a service of the system: transfers wait in a store, and each process that
/// runs the queue continues them where the last one ended, even if it was killed.
///
/// One process runs the queue at a time, with a few transfers in parallel. Other processes may add, pause, resume and
/// remove meanwhile: the run reads the store again after each transfer, and once a second.
public struct TransferQueue: BackgroundTransfers {
    private let store: any TransferStore
    private let transferring: any QueuedTransferring
    private let spool: UploadSpool
    private let parallel: Int
    private let time: any TimeSource
    private let lock: RunnerLock

    /// How soon a run notices what another process has changed.
    private static var interval: Duration { .seconds(1) }

    /// - Parameters:
    ///   - spool: the copies of files to upload. Its folder belongs to this queue, which deletes every other file in it.
    ///   - parallel: how many transfers may run at the same time.
    ///   - lock: a file beside the store, created on first use; `nil` for a store that no other process uses.
    public init(
        store: any TransferStore, transferring: any QueuedTransferring, spool: UploadSpool, parallel: Int = 2,
        lock: URL?, time: any TimeSource
    ) {
        self.store = store
        self.transferring = transferring
        self.spool = spool
        self.parallel = parallel
        self.time = time
        self.lock = RunnerLock(file: lock)
    }

    public func add(
        _ source: URL, to file: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await store.addChecked(.download(from: source, to: file), of: account, priority: priority)
    }

    public func upload(
        _ file: URL, to target: URL, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try target.requireServer()
        return try await spool.add(file, at: time) { source async throws(TransferQueueError) in
            try await store.addChecked(.upload(source, to: target), of: account, priority: priority)
        }
    }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try await store.transfers()
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await store.damaged()
    }

    public func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await store.pause(id)
    }

    public func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await store.resume(id)
    }

    public func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        await (try await store.removeChecked(id))?.discardBytes()
        await store.sweep(spool.folder)
    }

    @concurrent
    public func run(progress: TransferFeed?) async throws(TransferQueueError) -> [QueuedTransfer] {
        defer { progress?.finish() }
        let holding = try lock.hold()
        defer { withExtendedLifetime(holding) {} }
        await store.sweep(spool.folder)
        return try await withTaskGroup(of: Event.self) { group -> Result<[QueuedTransfer], TransferQueueError> in
            var run = Run(schedule: TransferSchedule(limit: parallel), feed: progress)
            do throws(TransferQueueError) {
                try await perform(&run, in: &group)
                group.cancelAll()
                return .success(run.outcomes)
            } catch {
                // Each transfer saves its bytes before it ends. Complete transfers are stored as done.
                group.cancelAll()
                for await case .ended(let transfer, let result) in group {
                    do throws(TransferQueueError) {
                        _ = try await settle(transfer, result)
                    } catch {
                        // The first error is the run's. This transfer is still queued, so the next run settles it.
                        continue
                    }
                }
                return .failure(error)
            }
        }.get()
    }
}

extension TransferQueue {
    private typealias Ending = Result<TransferResult, TransferFailure>

    private enum Event: Sendable {
        case tick
        case ended(QueuedTransfer, Ending)
    }

    private struct Run {
        var schedule: TransferSchedule
        let feed: TransferFeed?
        /// To stop a running transfer, its stream is finished.
        var stops: [QueuedTransfer.ID: AsyncStream<Never>.Continuation] = [:]
        var stored: [QueuedTransfer.ID: QueuedTransfer] = [:]

        var outcomes: [QueuedTransfer] { schedule.started.compactMap { stored[$0] } }
    }

    private func perform(
        _ run: inout Run, in group: inout TaskGroup<Event>
    ) async throws(TransferQueueError) {
        addTick(to: &group)
        var transfers = try await store.transfers()
        while true {
            let next = run.schedule.update(transfers)
            for id in next.stop { run.stops[id]?.finish() }
            for transfer in next.start {
                let (stop, continuation) = AsyncStream.makeStream(of: Never.self)
                run.stops[transfer.id] = continuation
                let feed = run.feed
                group.addTask { .ended(transfer, await transferUntil(stop, transfer, feed)) }
            }
            guard !run.schedule.running.isEmpty, let event = await group.next() else { return }
            switch event {
            case .tick:
                addTick(to: &group)
                do throws(TransferQueueError) {
                    transfers = try await store.transfers()
                } catch {
                    guard error != .cancelled else { throw error }
                    // Without the store, no pause can be read. Transfers continue; storing a result reports the error.
                    continue
                }
            case .ended(let transfer, let result):
                run.stored[transfer.id] = try await settle(transfer, result)
                run.stops[transfer.id] = nil
                run.feed?.removeUnlessComplete(transfer.id)
                run.schedule.ended(transfer.id, isDelayed: result.isDelayed)
                transfers = try await store.transfers()
            }
        }
    }

    private func addTick(to group: inout TaskGroup<Event>) {
        group.addTask {
            do {
                try await time.sleep(for: Self.interval)
                return .tick
            } catch {
                // The run has been cancelled or ends. If the run is cancelled, this tick makes it notice.
                return .tick
            }
        }
    }

    /// Stores how a transfer has ended, and deletes the files that nothing needs any more.
    ///
    /// - Returns: the transfer as stored; `nil` if it was removed meanwhile. A complete download stays.
    private func settle(
        _ transfer: QueuedTransfer, _ result: Ending
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        let stored: QueuedTransfer?
        switch result {
        case .success(let end):
            stored = try await save(.finish(length: end.length, location: end.location), of: transfer)
        case .failure(.failed(let reason)): stored = try await save(.fail(reason: reason), of: transfer)
        case .failure(.delayed(let reason)): stored = try await save(.delay(reason: reason), of: transfer)
        case .failure(.cancelled): stored = try await store.transfer(id: transfer.id)
        }
        // The transfer was removed while this process had its file open.
        if stored == nil, case .failure = result { await transfer.discardBytes() }
        if transfer.isUpload, stored?.state.isQueued != true { await store.sweep(spool.folder) }
        return stored
    }

    /// Stores the end of a transfer in a task of its own, so that cancelling the run can't prevent it.
    private func save(
        _ event: QueuedTransfer.Event, of transfer: QueuedTransfer
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        let store = store
        let saving = Task { () async -> Result<QueuedTransfer?, TransferQueueError> in
            do throws(TransferQueueError) {
                return .success(try await store.apply(event, to: transfer.id))
            } catch {
                return .failure(error)
            }
        }
        return try await saving.value.get()
    }

    /// Transfers the file until it is complete, or `stop` ends because the transfer was paused or removed.
    private func transferUntil(
        _ stop: AsyncStream<Never>, _ transfer: QueuedTransfer, _ feed: TransferFeed?
    ) async -> Ending {
        await withTaskGroup(of: Ending?.self) { group in
            group.addTask { await self.transfer(transfer, feed) }
            group.addTask {
                for await _ in stop {}
                return nil
            }
            var result: Ending?
            var isStopped = false
            for await ending in group {
                // The first task to end cancels the other. A cancelled transfer saves its bytes before it ends.
                group.cancelAll()
                if let ending { result = ending } else if result == nil { isStopped = true }
            }
            guard let result else { return .failure(.cancelled) }
            // The run did not request this. Starting the transfer again at once could repeat for ever.
            if !isStopped, case .failure(.cancelled) = result, !Task.isCancelled {
                return .failure(.delayed(reason: "The transfer was cancelled."))
            }
            return result
        }
    }

    private func transfer(_ transfer: QueuedTransfer, _ feed: TransferFeed?) async -> Ending {
        let progress = ProgressFeed()
        async let shown: Void = { for await moment in progress { feed?.send(moment, of: transfer) } }()
        let result: Ending
        do throws(TransferFailure) {
            switch transfer.direction {
            case .download(let source, let file):
                let file = try await transferring.download(source, to: file, of: transfer.account, progress: progress)
                result = .success(TransferResult(length: file.length, location: nil))
            case .upload(let source, let target):
                let file = try await transferring.upload(
                    source, to: target, of: transfer.account, record: transfer.record, progress: progress)
                result = .success(TransferResult(length: source.length, location: file.location))
            }
        } catch {
            result = .failure(error)
        }
        // A transfer that fails before it starts does not end its feed.
        progress.finish()
        await shown
        return result
    }
}

private struct TransferResult: Sendable {
    let length: Int64
    let location: URL?
}

extension Result where Failure == TransferFailure {
    fileprivate var isDelayed: Bool {
        if case .failure(.delayed) = self { true } else { false }
    }
}

/// Which transfers of a run start and stop: a value without I/O.
struct TransferSchedule {
    /// How many transfers may run at the same time.
    let limit: Int
    private(set) var running: Set<QueuedTransfer.ID> = []
    /// All transfers of this run, in the order of their first start.
    private(set) var started: [QueuedTransfer.ID] = []
    /// The transfers that must wait for the next run.
    private var delayed: Set<QueuedTransfer.ID> = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Compares the running transfers with the stored ones.
    ///
    /// - Parameter stored: all transfers in the order of adding.
    /// - Returns: what to start now, the highest priority first, and what to stop, because it was paused or removed. A
    ///   stopped transfer keeps its place until ``ended(_:isDelayed:)``.
    mutating func update(_ stored: [QueuedTransfer]) -> (start: [QueuedTransfer], stop: Set<QueuedTransfer.ID>) {
        let queued = stored.filter(\.state.isQueued)
        let stop = running.subtracting(queued.map(\.id))
        let candidates = queued.filter { !running.contains($0.id) && !delayed.contains($0.id) }
            .sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
        let start = Array(candidates.prefix(max(0, limit - running.count)))
        running.formUnion(start.map(\.id))
        started += start.map(\.id).filter { !started.contains($0) }
        return (start, stop)
    }

    /// A transfer has ended, for whatever reason.
    mutating func ended(_ id: QueuedTransfer.ID, isDelayed: Bool) {
        running.remove(id)
        if isDelayed { delayed.insert(id) }
    }
}

/// Runs one transfer of a queue: a port, so that the app decides which client sends the requests and which credential
/// signs them.
public protocol QueuedTransferring: Sendable {
    /// Downloads a file into its place with ``Networking/Session/download(_:to:expecting:policy:progress:)``, which
    /// continues the bytes of an earlier run.
    ///
    /// - Parameters:
    ///   - account: the account that signs the request; `nil` for none.
    ///   - progress: ends with the download.
    func download(
        _ source: URL, to file: URL, of account: String?, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile

    /// Uploads a spooled file, which continues the upload of an earlier run.
    ///
    /// - Parameters:
    ///   - target: the URL that creates uploads.
    ///   - record: the file that remembers the upload between runs.
    ///   - account: the account that signs the requests; `nil` for none.
    ///   - progress: ends with the upload.
    func upload(
        _ source: UploadSource, to target: URL, of account: String?, record: URL, progress: ProgressFeed
    ) async throws(TransferFailure) -> UploadedFile
}

/// Lets one run at a time use a queue: `flock(2)` on a file, which the kernel releases if the process dies, or a flag for
/// a queue in memory.
final class RunnerLock: Sendable {
    private let path: String?
    private let isHeld = Atomic(false)

    init(file: URL?) {
        path = file?.path
    }

    /// The lock is held until this object is released or its process ends.
    final class Holding: Sendable {
        private let lock: RunnerLock
        private let file: FileLock?

        fileprivate init(_ lock: RunnerLock) throws(FileError) {
            if let path = lock.path { file = try FileLock(path) } else { file = nil }
            self.lock = lock
        }

        deinit {
            lock.isHeld.store(false, ordering: .releasing)
        }
    }

    /// Acquires the lock. Throws ``TransferQueueError/busy`` if it is held already.
    func hold() throws(TransferQueueError) -> Holding {
        guard !isHeld.exchange(true, ordering: .acquiringAndReleasing) else { throw .busy }
        do throws(FileError) {
            return try Holding(self)
        } catch {
            isHeld.store(false, ordering: .releasing)
            if error.kind == .locked { throw .busy }
            throw .store(reason: "The file \(path ?? "") can't be locked. \(DownloadFailure(error).userMessage)")
        }
    }
}

import Files
public import Foundation
public import Primitives
import Synchronization

/// ``BackgroundTransfers`` without a service of the system: transfers wait in a store, and each process that runs the
/// queue continues them where the last one ended, even if it was killed.
///
/// One process runs the queue at a time, one transfer after the other. Other processes may add, pause, resume and
/// remove meanwhile: the run reads the store again after each transfer, and once a second during one.
public struct DownloadQueue: BackgroundTransfers {
    private let store: any TransferStore
    private let downloads: any QueuedDownloading
    private let time: any TimeSource
    private let lock: RunnerLock

    /// How soon a run notices that another process has paused or removed its transfer.
    private static var interval: Duration { .seconds(1) }

    /// - Parameters:
    ///   - lock: a file beside the store, created on first use; `nil` for a store that no other process uses.
    public init(store: any TransferStore, downloads: any QueuedDownloading, lock: URL?, time: any TimeSource) {
        self.store = store
        self.downloads = downloads
        self.time = time
        self.lock = RunnerLock(file: lock)
    }

    public func add(
        _ source: URL, to file: URL, of account: String?
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await store.addChecked(source, to: file, of: account)
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
    }

    @concurrent
    public func run(progress: TransferFeed?) async throws(TransferQueueError) -> [TransferOutcome] {
        defer { progress?.finish() }
        let holding = try lock.hold()
        defer { withExtendedLifetime(holding) {} }
        var outcomes: [TransferOutcome] = []
        while let transfer = try await next(after: outcomes) {
            let outcome = try await run(transfer, progress)
            let earlier = outcomes.firstIndex { $0.transfer.id == transfer.id }
            if let earlier { outcomes.remove(at: earlier) }
            if let outcome { outcomes.insert(outcome, at: earlier ?? outcomes.endIndex) }
        }
        return outcomes
    }

    /// The first queued transfer, except those that must wait for a later run.
    private func next(after outcomes: [TransferOutcome]) async throws(TransferQueueError) -> QueuedTransfer? {
        let delayed = Set(outcomes.filter { $0.delay != nil }.map(\.transfer.id))
        return try await store.transfers().first { $0.state == .queued && !delayed.contains($0.id) }
    }
}

extension DownloadQueue {
    /// - Returns: `nil` if the transfer was removed meanwhile. A complete file stays.
    private func run(
        _ transfer: QueuedTransfer, _ progress: TransferFeed?
    ) async throws(TransferQueueError) -> TransferOutcome? {
        let id = transfer.id
        switch await downloadWhileWanted(transfer, progress) {
        case .success(let file): return try await save(.finish(length: file.length), of: id)
        case .failure(.failed(let reason)):
            if let outcome = try await save(.fail(reason: reason), of: id) { return outcome }
        case .failure(let failure):
            if Task.isCancelled { throw .cancelled }
            guard let stored = try await store.transfer(id: id) else { break }
            guard case .delayed(let reason) = failure, stored.state == .queued else { return TransferOutcome(stored) }
            return TransferOutcome(stored, delay: reason)
        }
        // The transfer was removed while this process had its file open.
        await transfer.discardBytes()
        return nil
    }

    /// Stores the end of a download in a task of its own, so that cancelling the run can't prevent it.
    private func save(
        _ event: QueuedTransfer.Event, of id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> TransferOutcome? {
        let store = store
        let saving = Task { () async -> Result<QueuedTransfer?, TransferQueueError> in
            do throws(TransferQueueError) {
                return .success(try await store.apply(event, to: id))
            } catch {
                return .failure(error)
            }
        }
        return try await saving.value.get().map { TransferOutcome($0) }
    }

    /// Downloads the file, and cancels the download if the transfer is paused or removed.
    private func downloadWhileWanted(
        _ transfer: QueuedTransfer, _ progress: TransferFeed?
    ) async -> Result<DownloadedFile, TransferFailure> {
        await withTaskGroup(of: Result<DownloadedFile, TransferFailure>?.self) { group in
            group.addTask { await download(transfer, progress) }
            group.addTask {
                await waitWhileWanted(transfer.id)
                return nil
            }
            var result: Result<DownloadedFile, TransferFailure>?
            var isWithdrawn = false
            for await ending in group {
                // The first task to end cancels the other. A cancelled download saves its bytes before it ends.
                group.cancelAll()
                if let ending { result = ending } else if result == nil { isWithdrawn = true }
            }
            guard let result else { return .failure(.cancelled) }
            // The run did not request this. Restarting the download at once could repeat for ever.
            if !isWithdrawn, case .failure(.cancelled) = result {
                return .failure(.delayed(reason: "The download was cancelled."))
            }
            return result
        }
    }

    private func download(
        _ transfer: QueuedTransfer, _ progress: TransferFeed?
    ) async -> Result<DownloadedFile, TransferFailure> {
        let feed = ProgressFeed()
        async let shown: Void = { for await moment in feed { progress?.send(.init(transfer, moment)) } }()
        let result: Result<DownloadedFile, TransferFailure>
        do throws(TransferFailure) {
            result = .success(try await downloads.download(transfer, progress: feed))
        } catch {
            result = .failure(error)
        }
        // A download that fails before it starts does not end its feed.
        feed.finish()
        await shown
        return result
    }

    /// Returns when the transfer is no longer queued, or the task is cancelled.
    private func waitWhileWanted(_ id: QueuedTransfer.ID) async {
        do {
            repeat {
                try await time.sleep(for: Self.interval)
            } while try await store.transfer(id: id)?.state == .queued
        } catch is CancellationError {
        } catch TransferQueueError.cancelled {
        } catch {
            // Without the store, no pause can be read. The download continues; storing its result reports the error.
            await Self.waitForCancellation()
        }
    }

    private static func waitForCancellation() async {
        for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
    }
}

/// Downloads one transfer of a queue: a port, so that the app decides which client sends the request and which
/// credential signs it.
public protocol QueuedDownloading: Sendable {
    /// Downloads the transfer's file into its place with ``Networking/Session/download(_:to:expecting:policy:progress:)``,
    /// which continues the bytes of an earlier run.
    ///
    /// - Parameter progress: ends with the download.
    func download(
        _ transfer: QueuedTransfer, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile
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

import Foundation
import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

@testable import Transfers

@Suite("DownloadQueue", .timeLimit(.minutes(1)))
struct DownloadQueueTests {
    private let clock = ManualClock()
    private let store = InMemoryTransferStore()

    @Test("runs queued transfers in order, those added meanwhile included, and stores the result of each")
    func order() async throws {
        let queue = queue { transfer, _ throws(TransferFailure) in
            if transfer.id == 1 { _ = try? await add("late", to: store) }
            switch transfer.id {
            case 2: throw .failed(reason: "Not found.")
            case 3: throw .delayed(reason: "No connection.")
            default: return DownloadedFile(url: transfer.file, length: Int64(transfer.id), digest: nil)
            }
        }
        for name in ["a", "b", "c"] { _ = try await add(name, to: store) }
        _ = try await queue.pause(add("paused", to: store).id)
        let outcomes = try await queue.run(progress: nil)
        #expect(outcomes.map(\.transfer.id) == [1, 2, 3, 5])
        #expect(outcomes.map(\.delay) == [nil, nil, "No connection.", nil])
        let states: [QueuedTransfer.State] = [
            .done(length: 1), .failed(reason: "Not found."), .queued, .paused, .done(length: 5),
        ]
        #expect(try await queue.transfers().map(\.state) == states)
    }

    @Test("a pause or a removal by another process ends the running download", arguments: [true, false])
    func withdrawn(byPausing isPause: Bool) async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let queue = queue { transfer, _ throws(TransferFailure) in
            guard transfer.id == 1 else { return DownloadedFile(url: transfer.file, length: 1, digest: nil) }
            started.yield()
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            throw .cancelled
        }
        let (first, second) = (try await add("a", to: store), try await add("b", to: store))
        async let outcomes = queue.run(progress: nil)
        for await _ in starts { break }
        // As another process does: through the store only.
        if isPause { _ = try await store.apply(.pause, to: first.id) } else { _ = try await store.remove(id: first.id) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(try await outcomes.map(\.transfer.id) == [first.id, second.id])
        #expect(try await store.transfer(id: first.id)?.state == (isPause ? .paused : nil))
        #expect(try await store.transfer(id: second.id)?.state == .done(length: 1))
    }

    @Test("a cancelled run leaves its transfer queued, and the next run continues it")
    func cancelled() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let isBlocked = Mutex(true)
        let queue = queue { transfer, _ throws(TransferFailure) in
            guard isBlocked.withLock(\.self) else { return DownloadedFile(url: transfer.file, length: 1, digest: nil) }
            started.yield()
            for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
            throw .cancelled
        }
        let transfer = try await add("a", to: store)
        let run = Task { try await queue.run(progress: nil) }
        for await _ in starts { break }
        await #expect(throws: TransferQueueError.busy) { try await queue.run(progress: nil) }
        run.cancel()
        await #expect(throws: TransferQueueError.cancelled) { try await run.value }
        #expect(try await store.transfer(id: transfer.id)?.state == .queued)
        isBlocked.withLock { $0 = false }
        #expect(try await queue.run(progress: nil).map(\.transfer.state) == [.done(length: 1)])
    }

    @Test("a store that can't save the end of a download is the run's error, and the next run is not locked out")
    func failingStore() async throws {
        let broken = MockTransferStore(over: store, apply: .error(.store(reason: "The disk is full.")))
        let downloads = Downloads { transfer, _ throws(TransferFailure) in
            DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
        let queue = DownloadQueue(store: broken, downloads: downloads, lock: nil, time: clock)
        let transfer = try await add("a", to: store)
        for _ in 1...2 {
            await #expect(throws: TransferQueueError.store(reason: "The disk is full.")) {
                try await queue.run(progress: nil)
            }
        }
        #expect(broken.calls.contains(.apply(.finish(length: 1), to: transfer.id)))
    }

    @Test("a mock of the queue records its calls, and reports one without a response")
    func mock() async throws {
        let mock = MockBackgroundTransfers(transfers: .value([]))
        #expect(try await mock.transfers().isEmpty)
        let error = await #expect(throws: TransferQueueError.self) { try await mock.pause(3) }
        #expect(error?.userMessage.contains("BackgroundTransfers.pause") == true)
        #expect(mock.calls == [.transfers, .pause(3)])
    }

    @Test("two queues with one lock file exclude each other")
    func lockFile() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "lock")
            let holding = try RunnerLock(file: file).hold()
            let other = DownloadQueue(
                store: store, downloads: Downloads { _, _ throws(TransferFailure) in throw .cancelled }, lock: file,
                time: clock)
            await #expect(throws: TransferQueueError.busy) { try await other.run(progress: nil) }
            withExtendedLifetime(holding) {}
        }
    }

    @Test("the progress of each download reaches the reader of the run, which ends with it")
    func progress() async throws {
        let queue = queue { transfer, progress throws(TransferFailure) in
            progress.send(TransferProgress(completed: 7, total: 9))
            return DownloadedFile(url: transfer.file, length: 9, digest: nil)
        }
        let transfer = try await add("a", to: store)
        let feed = TransferFeed()
        async let last = feed.reduce(nil as TransferFeed.Update?) { $1 }
        _ = try await queue.run(progress: feed)
        #expect(await last == .init(transfer, TransferProgress(completed: 7, total: 9)))
    }

    @Test(
        "only an HTTP URL without a password and a file are accepted",
        arguments: [
            ("ftp://example.com/a", "/data/a", .invalidSource),
            ("http://ada:x@example.com/a", "/data/a", .invalidSource),
            ("file:///etc/passwd", "/data/a", .invalidSource), ("https://example.com/a", "/data/", .invalidFile),
        ] as [(String, String, TransferQueueError)])
    func refused(source: String, file: String, error: TransferQueueError) async throws {
        let queue = queue { _, _ throws(TransferFailure) in throw .cancelled }
        let url = try #require(URL(string: source))
        await #expect(throws: error) { try await queue.add(url, to: URL(filePath: file), of: nil) }
        #expect(try await store.transfers().isEmpty)
    }

    @Test("an operation on an unknown or finished transfer is an error")
    func unknown() async throws {
        let queue = queue { transfer, _ throws(TransferFailure) in
            DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
        let id = try await add("a", to: store).id
        _ = try await queue.run(progress: nil)
        await #expect(throws: TransferQueueError.finished(id: id)) { try await queue.pause(id) }
        await #expect(throws: TransferQueueError.finished(id: id)) { try await queue.resume(id) }
        try await queue.remove(id)
        await #expect(throws: TransferQueueError.unknown(id: id)) { try await queue.remove(id) }
        await #expect(throws: TransferQueueError.unknown(id: id)) { try await queue.pause(id) }
    }

    @Test("removing a transfer deletes its incomplete bytes, and no other program's")
    func removal() async throws {
        let queue = queue { _, _ throws(TransferFailure) in throw .cancelled }
        try await withTemporaryFolder { folder in
            for (name, isOwn) in [("a", true), ("b", false)] {
                let file = folder.appending(path: name)
                let source = try #require(URL(string: "https://example.com/\(name)"))
                let transfer = try await queue.add(source, to: file, of: nil)
                try Data("part".utf8).write(to: folder.appending(path: "\(name).partial"))
                if isOwn {
                    try DownloadRecord.fixture(durable: 4).encoded().write(
                        to: folder.appending(path: "\(name).partial.json"))
                }
                try await queue.remove(transfer.id)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.partial"])
        }
    }

    @Test(
        "a temporary failure leaves a transfer queued, any other ends it",
        arguments: [
            (.transport(.connectionRefused), true), (.loggedOut, true), (.timeout(.attempt(.seconds(1))), true),
            (.status(HTTPFailure(status: 503)), true), (.status(HTTPFailure(status: 401)), true),
            (.download(.diskFull(stored: 0)), true), (.download(.busy), true),
            (.status(HTTPFailure(status: 404)), false), (.download(.folderMissing), false), (.foreignOrigin, false),
        ] as [(NetworkError.Cause, Bool)])
    func classification(cause: NetworkError.Cause, isTemporary: Bool) {
        let metadata = NetworkError.RequestMetadata(
            requestID: UUID(), operation: "a", method: "GET", url: "https://example.com/a", attempts: 1)
        let isDelayed = if case .delayed = TransferFailure(NetworkError(cause, metadata)) { true } else { false }
        #expect(isDelayed == isTemporary)
        #expect(TransferFailure(NetworkError(.cancelled, metadata)) == .cancelled)
    }

    private func queue(_ download: @escaping Downloads.Work) -> DownloadQueue {
        DownloadQueue(store: store, downloads: Downloads(work: download), lock: nil, time: clock)
    }

    private func add(_ name: String, to store: InMemoryTransferStore) async throws -> QueuedTransfer {
        let source = try #require(URL(string: "https://example.com/\(name)"))
        return try await store.add(source, to: URL(filePath: "/nowhere/\(name)"), of: nil)
    }
}

/// Downloads as a test says.
private struct Downloads: QueuedDownloading {
    typealias Work = @Sendable (QueuedTransfer, ProgressFeed) async throws(TransferFailure) -> DownloadedFile

    let work: Work

    func download(_ transfer: QueuedTransfer, progress: ProgressFeed) async throws(TransferFailure) -> DownloadedFile {
        try await work(transfer, progress)
    }
}

import ContractSuites
import Foundation
import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

@testable import Transfers

@Suite("DownloadQueue", .timeLimit(.minutes(10)))
struct DownloadQueueTests {
    private let clock = ManualClock()
    private let store = InMemoryTransferStore()

    @Test("fulfils the contract of background transfers", arguments: BackgroundTransfersContract.clauses)
    func contract(clause: ContractClause<BackgroundTransfersContract.Subject>) async throws {
        try await withTemporaryFolder { folder in
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let queue = queue { transfer, _ throws(TransferFailure) in
                switch transfer.source.lastPathComponent {
                case "stuck":
                    started.yield()
                    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
                    throw .cancelled
                case let name where name.hasPrefix("good"):
                    try? Data("0123456789".utf8).write(to: transfer.file)
                    return DownloadedFile(url: transfer.file, length: 10, digest: nil)
                default: throw .failed(reason: "Not found.")
                }
            }
            let server = try #require(URL(string: "https://example.com"))
            try await clause.check(
                .init(
                    queue, server: server, folder: folder, stuck: { for await _ in starts { break } },
                    notice: {
                        await clock.waitForSleepers(1)
                        clock.advance(by: .seconds(1))
                    }))
        }
    }

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

    @Test("a transfer that is resumed during the run is continued by it, and has one outcome")
    func resumed() async throws {
        let starts = Mutex<[QueuedTransfer.ID]>([])
        let queue = queue { transfer, _ throws(TransferFailure) in
            let isFirst = starts.withLock { starts in
                defer { starts.append(transfer.id) }
                return !starts.contains(transfer.id)
            }
            if transfer.id == 1, isFirst { throw .failed(reason: "No.") }
            // As another process does.
            if transfer.id == 2 { _ = try? await store.apply(.resume, to: 1) }
            return DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
        for name in ["a", "b"] { _ = try await add(name, to: store) }
        let outcomes = try await queue.run(progress: nil)
        #expect(starts.withLock(\.self) == [1, 2, 1])
        #expect(outcomes.map(\.transfer.id) == [1, 2])
        #expect(outcomes.allSatisfy { $0.transfer.state == .done(length: 1) })
    }

    @Test("a complete file is stored as done, even if the run is cancelled at that moment")
    func cancelledAfterwards() async throws {
        let transfer = try await add("a", to: store)
        let (runs, start) = AsyncStream.makeStream(of: Task<[TransferOutcome], any Error>.self)
        let queue = queue { transfer, _ throws(TransferFailure) in
            for await run in runs {
                run.cancel()
                break
            }
            return DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
        let run = Task { try await queue.run(progress: nil) }
        start.yield(run)
        await #expect(throws: TransferQueueError.cancelled) { try await run.value }
        #expect(try await store.transfer(id: transfer.id)?.state == .done(length: 1))
    }

    @Test("a download that was cancelled by another part of the app waits for the next run")
    func cancelledElsewhere() async throws {
        let queue = queue { _, _ throws(TransferFailure) in throw .cancelled }
        let transfer = try await add("a", to: store)
        #expect(try await queue.run(progress: nil) == [.init(transfer, delay: "The download was cancelled.")])
    }

    @Test("a store that can't save the end of a download is the run's error, and the next run is not locked out")
    func failingStore() async throws {
        let broken = FullTransferStore(base: store)
        let downloads = Downloads { transfer, _ throws(TransferFailure) in
            DownloadedFile(url: transfer.file, length: 1, digest: nil)
        }
        let queue = DownloadQueue(store: broken, downloads: downloads, lock: nil, time: clock)
        _ = try await add("a", to: store)
        for _ in 1...2 {
            await #expect(throws: TransferQueueError.store(reason: "The disk is full.")) {
                try await queue.run(progress: nil)
            }
        }
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

    @Test("a run deletes the bytes of a transfer that was removed while it failed")
    func removedWhileFailing() async throws {
        try await withTemporaryFolder { folder in
            let queue = queue { transfer, _ throws(TransferFailure) in
                _ = try? await store.remove(id: transfer.id)
                throw .failed(reason: "Not found.")
            }
            let source = try #require(URL(string: "https://example.com/a"))
            _ = try await queue.add(source, to: folder.appending(path: "a"), of: nil)
            try Data("part".utf8).write(to: folder.appending(path: "a.partial"))
            try DownloadRecord.fixture(durable: 4).encoded().write(to: folder.appending(path: "a.partial.json"))
            #expect(try await queue.run(progress: nil).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
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

    /// A 401 ends a transfer without a credential, because the next request has none either.
    @Test(
        "a temporary failure leaves a transfer queued, any other ends it",
        arguments: [
            (.transport(.connectionRefused), true, true), (.loggedOut, true, true),
            (.timeout(.attempt(.seconds(1))), true, true), (.status(HTTPFailure(status: 503)), true, true),
            (.status(HTTPFailure(status: 401)), true, true), (.status(HTTPFailure(status: 401)), false, false),
            (.download(.diskFull(stored: 0)), true, true), (.download(.busy), true, true),
            (.status(HTTPFailure(status: 404)), true, false), (.download(.folderMissing), true, false),
            (.foreignOrigin, true, false),
        ] as [(NetworkError.Cause, Bool, Bool)])
    func classification(cause: NetworkError.Cause, isSigned: Bool, isTemporary: Bool) {
        switch TransferFailure(DownloadError(.fixture(cause)), isSigned: isSigned) {
        case .delayed: #expect(isTemporary)
        case .failed: #expect(!isTemporary)
        case .cancelled: Issue.record("\(cause) is no cancellation")
        }
        #expect(TransferFailure(.call(.fixture(.cancelled)), isSigned: isSigned) == .cancelled)
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

/// A store that can't save the event of a transfer.
private struct FullTransferStore: TransferStore {
    let base: InMemoryTransferStore

    func transfers() async throws(TransferQueueError) -> [QueuedTransfer] { try await base.transfers() }

    func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] { try await base.damaged() }

    func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await base.transfer(id: id)
    }

    func add(_ source: URL, to file: URL, of account: String?) async throws(TransferQueueError) -> QueuedTransfer {
        try await base.add(source, to: file, of: account)
    }

    func apply(
        _ event: QueuedTransfer.Event, to id: QueuedTransfer.ID
    ) async throws(TransferQueueError) -> QueuedTransfer? {
        throw .store(reason: "The disk is full.")
    }

    func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await base.remove(id: id)
    }

    func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer] {
        try await base.removeAll(of: account)
    }
}

@Suite("Queued transfers")
struct QueuedTransferTests {
    @Test("InMemoryTransferStore fulfils the contract", arguments: TransferStoreContract.clauses)
    func contract(clause: ContractClause<any TransferStore>) async throws {
        try await clause.check(InMemoryTransferStore())
    }

    @Test("two spellings of one path are one destination, and .. stays for symbolic links")
    func spellings() async throws {
        let store = InMemoryTransferStore()
        let source = try #require(URL(string: "https://example.com/a"))
        let first = try await store.add(source, to: URL(filePath: "/data/a"), of: nil)
        for path in ["/data/./a", "/data//a", "//data/a"] {
            await #expect(throws: TransferQueueError.duplicate(id: first.id)) {
                try await store.add(source, to: URL(filePath: path), of: nil)
            }
        }
        #expect(QueuedTransfer(id: 1, source: source, file: URL(filePath: "/b/../a")).file.path == "/b/../a")
    }

    @Test(
        "a state changes only by the events that apply to it",
        arguments: [
            (.queued, [.paused, .queued, .done(length: 3), .failed(reason: "x")]),
            (.paused, [.paused, .queued, .done(length: 3), nil]),
            (.done(length: 1), [nil, nil, nil, nil]),
            (.failed(reason: "y"), [nil, .queued, nil, nil]),
        ] as [(QueuedTransfer.State, [QueuedTransfer.State?])])
    func states(state: QueuedTransfer.State, expected: [QueuedTransfer.State?]) {
        let events: [QueuedTransfer.Event] = [.pause, .resume, .finish(length: 3), .fail(reason: "x")]
        #expect(events.map(state.after) == expected)
    }
}

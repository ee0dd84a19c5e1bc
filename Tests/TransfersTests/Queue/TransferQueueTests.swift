import Digests
import EngineContracts
import EngineTestSupport
import Files
import Foundation
import Networking
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("TransferQueue", .timeLimit(.minutes(10)))
struct TransferQueueTests {
    private let clock = ManualClock()
    private let store = InMemoryTransferStore()

    @Test("fulfills the contract of background transfers", arguments: BackgroundTransfersContract.clauses)
    func contract(clause: ContractClause<BackgroundTransfersContract.Subject>) async throws {
        try await withTemporaryFolder { folder in
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let queue = queue(in: folder) { work, _ throws(TransferFailure) in
                switch work.name {
                case "stuck":
                    started.yield()
                    for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
                    throw .cancelled
                case let name where name.hasPrefix("good"):
                    try? Data("0123456789".utf8).write(to: work.file)
                    return 10
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

    @Test("runs transfers by priority and then in order, those added meanwhile included, and stores each result")
    func order() async throws {
        let starts = Mutex<[String]>([])
        let queue = queue(parallel: 1) { work, _ throws(TransferFailure) in
            if starts.withLock({
                $0.append(work.name); return $0.count
            }) == 1 {
                _ = try? await add("late", to: store, .high)
            }
            switch work.name {
            case "b": throw .failed(reason: "Not found.")
            case "c": throw .delayed(reason: "No connection.")
            default: return 7
            }
        }
        for (name, priority) in [("low", .low), ("a", .normal), ("b", .normal), ("c", .high)]
            as [(String, QueuedTransfer.Priority)]
        {
            _ = try await add(name, to: store, priority)
        }
        _ = try await queue.pause(add("paused", to: store, .high).id)
        let outcomes = try await queue.run(progress: nil)
        #expect(starts.withLock(\.self) == ["c", "late", "a", "b", "low"])
        #expect(outcomes.map(\.id) == [4, 6, 2, 3, 1])
        let states: [QueuedTransfer.State] = [
            .done(length: 7), .done(length: 7), .failed(reason: "Not found."), .waiting(reason: "No connection."),
            .paused, .done(length: 7),
        ]
        #expect(try await queue.transfers().map(\.state) == states)
    }

    @Test("as many transfers run at the same time as the limit says, of both directions, and a failure stops no other")
    func parallel() async throws {
        try await withTemporaryFolder { folder in
            let gates = ["bad": Gate(), "a": Gate(), "b": Gate(), "c": Gate()]
            let running = Mutex((now: 0, most: 0))
            let queue = queue(parallel: 3, in: folder) { work, _ throws(TransferFailure) in
                running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                await gates[work.name]?.pass()
                running.withLock { $0.now -= 1 }
                if work.name == "bad" { throw .failed(reason: "Refused.") }
                return 4
            }
            let original = folder.appending(path: "bad")
            try Data("1234".utf8).write(to: original)
            let target = try #require(URL(string: "https://example.com/bad"))
            let bad = try await queue.upload(original, to: target, of: nil, priority: .normal)
            for name in ["a", "b", "c"] { _ = try await add(name, to: store) }
            async let run = queue.run(progress: nil)
            for name in ["bad", "a", "b"] { await gates[name]?.waitForArrivals(1) }
            #expect(gates["c"]?.arrivals == 0)
            gates["bad"]?.open()
            await gates["c"]?.waitForArrivals(1)
            for name in ["a", "b", "c"] { gates[name]?.open() }
            let outcomes = try await run
            #expect(outcomes.first { $0.id == bad.id }?.state == .failed(reason: "Refused."))
            #expect(outcomes.filter(\.state.isDone).count == 3)
            #expect(running.withLock(\.most) == 3)
        }
    }

    @Test("what is sent is the copy of the file at the time of adding, and the end of the upload deletes it")
    func upload() async throws {
        try await withTemporaryFolder { folder in
            let sent = Mutex<[Data]>([])
            let location = URL(string: "https://example.com/uploads/1")
            let queue = queue(in: folder, location: location) { work, _ throws(TransferFailure) in
                sent.withLock { $0.append((try? Data(contentsOf: work.file)) ?? Data()) }
                return 3
            }
            let original = folder.appending(path: "report.txt")
            let target = try #require(URL(string: "https://example.com/uploads"))
            try Data("old".utf8).write(to: original)
            let first = try await queue.upload(original, to: target, of: nil, priority: .high)
            let second = try await queue.upload(original, to: target, of: nil, priority: .low)
            #expect(first.file == second.file, "stored once")
            try Data("newer".utf8).write(to: original)
            _ = try await queue.pause(second.id)
            _ = try await queue.run(progress: nil)
            #expect(try spooled(in: folder) == [second.file.lastPathComponent], "the other upload needs it")
            _ = try await queue.resume(second.id)
            #expect(try await queue.run(progress: nil).map(\.state) == [.done(length: 3, location: location)])
            #expect(sent.withLock(\.self) == [Data("old".utf8), Data("old".utf8)])
            #expect(try spooled(in: folder).isEmpty)
        }
    }

    @Test("files that no upload needs are deleted at the start of a run and by a removal, but not while one is added")
    func sweep() async throws {
        try await withTemporaryFolder { folder in
            let queue = queue(in: folder) { _, _ throws(TransferFailure) in throw .delayed(reason: "Later.") }
            let original = folder.appending(path: "a")
            let target = try #require(URL(string: "https://example.com/uploads"))
            try Data("a".utf8).write(to: original)
            let upload = try await queue.upload(original, to: target, of: nil, priority: .normal)
            let spool = folder.appending(path: "spool")
            let copy = upload.file.lastPathComponent
            for name in ["0123", "draft.draft", "77.json"] { try Data().write(to: spool.appending(path: name)) }
            do {
                let adding = try FileLock(spool.appending(path: "spool.lock").path, isShared: true)
                _ = try await queue.run(progress: nil)
                #expect(try spooled(in: folder) == ["0123", "77.json", copy, "draft.draft"].sorted())
                withExtendedLifetime(adding) {}
            }
            #expect(try await queue.run(progress: nil).map(\.state) == [.waiting(reason: "Later.")])
            #expect(try spooled(in: folder) == [copy])
            try await queue.remove(upload.id)
            #expect(try spooled(in: folder).isEmpty)
        }
    }

    @Test("a file that can't be read or a URL that is no server's is not queued")
    func unsuitableUpload() async throws {
        try await withTemporaryFolder { folder in
            let queue = queue(in: folder) { _, _ throws(TransferFailure) in throw .cancelled }
            let target = try #require(URL(string: "https://example.com/uploads"))
            let missing = folder.appending(path: "missing")
            await #expect(
                throws: TransferQueueError.spool(reason: UploadFailure.unreadable(name: "missing").userMessage)
            ) {
                try await queue.upload(missing, to: target, of: nil, priority: .normal)
            }
            let ftp = try #require(URL(string: "ftp://example.com"))
            await #expect(throws: TransferQueueError.invalidURL) {
                try await queue.upload(missing, to: ftp, of: nil, priority: .normal)
            }
            #expect(try await queue.transfers().isEmpty)
        }
    }

    @Test("a transfer that is resumed during the run is continued by it, and has one outcome")
    func resumed() async throws {
        let starts = Mutex<[String]>([])
        let queue = queue(parallel: 1) { work, _ throws(TransferFailure) in
            let isFirst = starts.withLock { starts in
                defer { starts.append(work.name) }
                return !starts.contains(work.name)
            }
            if work.name == "a", isFirst { throw .failed(reason: "No.") }
            // As another process does.
            if work.name == "b" { _ = try? await store.apply(.resume, to: 1) }
            return 1
        }
        for name in ["a", "b"] { _ = try await add(name, to: store) }
        let outcomes = try await queue.run(progress: nil)
        #expect(starts.withLock(\.self) == ["a", "b", "a"])
        #expect(outcomes.map(\.id) == [1, 2])
        #expect(outcomes.allSatisfy { $0.state == .done(length: 1) })
    }

    @Test("a complete file is stored as done, even if the run is cancelled at that moment")
    func cancelledAfterwards() async throws {
        let transfer = try await add("a", to: store)
        let (runs, start) = AsyncStream.makeStream(of: Task<[QueuedTransfer], any Error>.self)
        let queue = queue { _, _ throws(TransferFailure) in
            for await run in runs {
                run.cancel()
                break
            }
            return 1
        }
        let run = Task { try await queue.run(progress: nil) }
        start.yield(run)
        await #expect(throws: TransferQueueError.cancelled) { try await run.value }
        #expect(try await store.transfer(id: transfer.id)?.state == .done(length: 1))
    }

    @Test("a transfer that was cancelled by another part of the app waits for the next run")
    func cancelledElsewhere() async throws {
        let queue = queue { _, _ throws(TransferFailure) in throw .cancelled }
        _ = try await add("a", to: store)
        #expect(try await queue.run(progress: nil).map(\.state) == [.waiting(reason: "The transfer was cancelled.")])
    }

    @Test("a store that can't save the end of a transfer is the run's error, and the next run is not locked out")
    func failingStore() async throws {
        let queue = TransferQueue(
            store: FullTransferStore(base: store), transferring: Transfers { _, _ throws(TransferFailure) in 1 },
            spool: .fixture(), lock: nil, time: clock)
        _ = try await add("a", to: store)
        for _ in 1...2 {
            await #expect(throws: TransferQueueError.store(reason: "The disk is full.")) {
                try await queue.run(progress: nil)
            }
        }
    }

    @Test("two queues with one lock file exclude each other, and one that could not be opened locks no queue for ever")
    func lockFile() async throws {
        try await withTemporaryFolder { folder in
            let missing = folder.appending(path: "missing")
            let file = missing.appending(path: "lock")
            let lock = RunnerLock(file: file)
            #expect(throws: TransferQueueError.self) { _ = try lock.hold() }
            try FileManager.default.createDirectory(at: missing, withIntermediateDirectories: false)
            let holding = try lock.hold()
            let other = TransferQueue(
                store: store, transferring: Transfers { _, _ throws(TransferFailure) in throw .cancelled },
                spool: .fixture(), lock: file, time: clock)
            await #expect(throws: TransferQueueError.busy) { try await other.run(progress: nil) }
            withExtendedLifetime(holding) {}
        }
    }

    @Test("the progress of each transfer reaches the reader of the run, which ends with it")
    func progress() async throws {
        let queue = queue { _, progress throws(TransferFailure) in
            progress.send(TransferProgress(completed: 7, total: 9))
            return 9
        }
        let transfer = try await add("a", to: store)
        let feed = TransferFeed()
        async let last = feed.reduce(nil as TransferFeed.Update?) { $1 }
        _ = try await queue.run(progress: feed)
        #expect(await last == .init(transfer, TransferProgress(completed: 7, total: 9)))
    }

    @Test("the whole counts complete transfers but not their rate, and forgets those that failed")
    func wholeProgress() async throws {
        let feed = TransferFeed()
        let transfers = try await [add("a", to: store), add("b", to: store), add("c", to: store)]
        feed.send(TransferProgress(completed: 50, total: 50, bytesPerSecond: 1_000), of: transfers[0])
        feed.send(TransferProgress(completed: 9, total: nil, bytesPerSecond: 1_000), of: transfers[1])
        feed.removeUnlessComplete(transfers[0].id)
        feed.removeUnlessComplete(transfers[1].id)
        feed.send(TransferProgress(completed: 20, total: 100, bytesPerSecond: 10), of: transfers[2])
        feed.finish()
        let whole = await feed.reduce(nil as TransferProgress?) { $1.whole }
        #expect(
            whole
                == TransferProgress(
                    completed: 70, total: 150, bytesPerSecond: 10, remaining: .seconds(8)))
        #expect(whole?.fraction == 70 / 150.0)
    }

    @Test("a run deletes the bytes of a transfer that was removed while it failed")
    func removedWhileFailing() async throws {
        try await withTemporaryFolder { folder in
            let queue = queue { _, _ throws(TransferFailure) in
                _ = try? await store.remove(id: 1)
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
                    #expect(await transfer.storedBytes() == 4)
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
        #expect(TransferFailure(NetworkError.fixture(.cancelled), isSigned: isSigned) == .cancelled)
    }

    private func queue(
        parallel: Int = 2, in folder: URL = URL(filePath: "/nowhere"), location: URL? = nil,
        _ work: @escaping Transfers.Work
    ) -> TransferQueue {
        TransferQueue(
            store: store, transferring: Transfers(location: location, work: work), spool: .fixture(in: folder),
            parallel: parallel, lock: nil, time: clock)
    }

    private func add(
        _ name: String, to store: InMemoryTransferStore, _ priority: QueuedTransfer.Priority = .normal
    ) async throws -> QueuedTransfer {
        let source = try #require(URL(string: "https://example.com/\(name)"))
        return try await store.add(
            .download(from: source, to: URL(filePath: "/nowhere/\(name)")), of: nil, priority: priority)
    }

    /// The files in the spool.
    private func spooled(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "spool").path)
            .filter { $0 != "spool.lock" }.sorted()
    }
}

extension UploadSpool {
    fileprivate static func fixture(in folder: URL = URL(filePath: "/nowhere")) -> UploadSpool {
        UploadSpool(folder: folder.appending(path: "spool"), hashing: SHA256Hashing())
    }
}

/// Transfers as a test says.
private struct Transfers: QueuedTransferring {
    typealias Work = @Sendable (Item, ProgressFeed) async throws(TransferFailure) -> Int64

    struct Item: Sendable {
        /// The last component of the URL.
        let name: String
        let file: URL
    }

    var location: URL?
    let work: Work

    func download(
        _ source: URL, to file: URL, of account: String?, progress: ProgressFeed
    ) async throws(TransferFailure) -> DownloadedFile {
        let item = Item(name: source.lastPathComponent, file: file)
        return DownloadedFile(url: file, length: try await work(item, progress), digest: nil)
    }

    func upload(
        _ source: UploadSource, to target: URL, of account: String?, record: URL, progress: ProgressFeed
    ) async throws(TransferFailure) -> UploadedFile {
        _ = try await work(Item(name: target.lastPathComponent, file: source.file), progress)
        return UploadedFile(location: location, body: Data())
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

    func add(
        _ direction: QueuedTransfer.Direction, of account: String?, priority: QueuedTransfer.Priority
    ) async throws(TransferQueueError) -> QueuedTransfer {
        try await base.add(direction, of: account, priority: priority)
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
    @Test("InMemoryTransferStore fulfills the contract", arguments: TransferStoreContract.clauses)
    func contract(clause: ContractClause<any TransferStore>) async throws {
        try await clause.check(InMemoryTransferStore())
    }

    @Test("two spellings of one path are one destination, and .. stays for symbolic links")
    func spellings() async throws {
        let store = InMemoryTransferStore()
        let source = try #require(URL(string: "https://example.com/a"))
        func add(_ path: String) async throws -> QueuedTransfer {
            try await store.add(.download(from: source, to: URL(filePath: path)), of: nil, priority: .normal)
        }
        let first = try await add("/data/a")
        for path in ["/data/./a", "/data//a", "//data/a"] {
            await #expect(throws: TransferQueueError.duplicate(id: first.id)) { try await add(path) }
        }
        #expect(try await add("/b/../a").file.path == "/b/../a")
    }

    @Test(
        "a state changes only by the events that apply to it",
        arguments: [
            (.queued, [.paused, .queued, .waiting(reason: "w"), .done(length: 3), .failed(reason: "x")]),
            (.waiting(reason: "v"), [.paused, .queued, .waiting(reason: "w"), .done(length: 3), .failed(reason: "x")]),
            (.paused, [.paused, .queued, nil, .done(length: 3), nil]),
            (.done(length: 1), [nil, nil, nil, nil, nil]),
            (.failed(reason: "y"), [nil, .queued, nil, nil, nil]),
        ] as [(QueuedTransfer.State, [QueuedTransfer.State?])])
    func states(state: QueuedTransfer.State, expected: [QueuedTransfer.State?]) {
        let events: [QueuedTransfer.Event] = [
            .pause, .resume, .delay(reason: "w"), .finish(length: 3), .fail(reason: "x"),
        ]
        #expect(events.map(state.after) == expected)
    }
}

public import Foundation
import Testing
public import Transfers

/// The contract that every `BackgroundTransfers` fulfills.
public enum BackgroundTransfersContract {
    /// An implementation with an empty queue, and the server of its downloads.
    public struct Subject: Sendable {
        /// The implementation.
        public let transfers: any BackgroundTransfers
        /// The server's address. `/good` and paths that begin with it have the body `0123456789`, `/stuck` never ends,
        /// and all others don't exist.
        public let server: URL
        /// The folder of the files.
        public let folder: URL
        /// Returns when the download of `/stuck` is running.
        public let stuck: @Sendable () async -> Void
        /// Lets a run notice that its transfer was paused or removed.
        public let notice: @Sendable () async -> Void

        public init(
            _ transfers: any BackgroundTransfers, server: URL, folder: URL,
            stuck: @escaping @Sendable () async -> Void, notice: @escaping @Sendable () async -> Void = {}
        ) {
            self.transfers = transfers
            self.server = server
            self.folder = folder
            self.stuck = stuck
            self.notice = notice
        }

        fileprivate func add(_ name: String, of account: String? = nil) async throws -> QueuedTransfer.ID {
            try await transfers.add(server.appending(path: name), to: file(name), of: account).id
        }

        fileprivate func file(_ name: String) -> URL { folder.appending(path: name) }
    }

    /// The clauses. Each needs a new subject.
    public static var clauses: [ContractClause<Subject>] {
        [
            ContractClause("a URL that is not HTTP or has a password is refused, and so is a folder") { subject in
                let refused: [(String, URL, TransferQueueError)] = [
                    ("ftp://example.com/a", subject.file("a"), .invalidURL),
                    ("http://ada:x@example.com/a", subject.file("a"), .invalidURL),
                    ("file:///etc/passwd", subject.file("a"), .invalidURL),
                    ("https://example.com/a", URL(filePath: "/data/", directoryHint: .isDirectory), .invalidFile),
                ]
                for (source, file, error) in refused {
                    let source = try #require(URL(string: source))
                    await #expect(throws: error) { try await subject.transfers.add(source, to: file, of: nil) }
                }
                #expect(try await subject.transfers.transfers().isEmpty)
            },
            ContractClause("an operation that does not apply to a transfer's state is an error") { subject in
                let transfers = subject.transfers
                let (good, missing) = (try await subject.add("good"), try await subject.add("missing"))
                _ = try await transfers.run(progress: nil)
                await #expect(throws: TransferQueueError.finished(id: good)) { try await transfers.pause(good) }
                await #expect(throws: TransferQueueError.finished(id: good)) { try await transfers.resume(good) }
                await #expect(throws: TransferQueueError.failed(id: missing)) { try await transfers.pause(missing) }
                #expect(try await transfers.resume(missing).state == .queued)
                try await transfers.remove(good)
                await #expect(throws: TransferQueueError.unknown(id: good)) { try await transfers.remove(good) }
                await #expect(throws: TransferQueueError.unknown(id: good)) { try await transfers.pause(good) }
                await #expect(throws: TransferQueueError.unknown(id: good)) { try await transfers.resume(good) }
            },
            ContractClause("a run stores the result of each transfer, and moves complete files into place") { subject in
                let ids = [try await subject.add("good"), try await subject.add("missing")]
                let paused = try await subject.transfers.pause(subject.add("good-paused"))
                let feed = TransferFeed()
                async let updates = feed.reduce(into: Set<Int>()) { $0.insert($1.transfer.id) }
                let outcomes = try await subject.transfers.run(progress: feed)
                #expect(outcomes.map(\.id) == ids)
                #expect(outcomes[0].state == .done(length: 10))
                let hasFailed = if case .failed = outcomes[1].state { true } else { false }
                #expect(hasFailed, "\(outcomes[1])")
                #expect(try Data(contentsOf: subject.file("good")) == Data("0123456789".utf8))
                #expect(!FileManager.default.fileExists(atPath: subject.file("missing").path))
                #expect(try await subject.transfers.transfers() == outcomes + [paused])
                #expect(await updates.isSubset(of: ids))
            },
            ContractClause("a transfer that was added during a run is part of it") { subject in
                let stuck = try await subject.add("stuck")
                async let run = subject.transfers.run(progress: nil)
                await subject.stuck()
                let added = try await subject.add("good")
                try await subject.transfers.remove(stuck)
                await subject.notice()
                let outcomes = try await run
                #expect(outcomes.map(\.id) == [added], "removed transfers have no outcome")
                #expect(outcomes.first?.state == .done(length: 10))
            },
            ContractClause("a pause ends the run's wait for a transfer") { subject in
                let stuck = try await subject.add("stuck")
                async let run = subject.transfers.run(progress: nil)
                await subject.stuck()
                _ = try await subject.transfers.pause(stuck)
                await subject.notice()
                #expect(try await run.map(\.state) == [.paused])
            },
            ContractClause("a second run at the same time is refused, and a cancelled one leaves its transfers queued")
            { subject in
                let stuck = try await subject.add("stuck")
                let run = Task { try await subject.transfers.run(progress: nil) }
                await subject.stuck()
                await #expect(throws: TransferQueueError.busy) { try await subject.transfers.run(progress: nil) }
                run.cancel()
                await #expect(throws: TransferQueueError.cancelled) { try await run.value }
                #expect(try await subject.transfers.transfers().map(\.state) == [.queued])
                try await subject.transfers.remove(stuck)
            },
        ]
    }
}

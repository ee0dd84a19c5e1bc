import Foundation
import RawSocketServer
import TestSupport
import Testing
import Transfers

@testable import URLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// With an ordinary session, because only Apple platforms have background sessions.
@Suite("BackgroundURLSession", .timeLimit(.minutes(1)))
struct BackgroundURLSessionTests {
    private let store = InMemoryTransferStore()

    @Test("a run stores the result of each transfer, and moves the complete file into its place")
    func run() async throws {
        try await withTemporaryFolder { folder in
            try await RawSocketServer.withServer { server in
                server.serve { connection in
                    let isGood = try await connection.receiveRequest().line.contains(" /good ")
                    let (status, body) = isGood ? ("200 OK", "0123456789") : ("404 Not Found", "no")
                    try await connection.send(
                        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
                    await connection.waitForEnd()
                }
                let session = BackgroundURLSession(.ephemeral, store: store)
                for (name, account) in [("good", nil), ("missing", nil), ("signed", "ada")] {
                    let source = try #require(URL(string: "http://\(server.authority)/\(name)"))
                    _ = try await session.add(source, to: folder.appending(path: name), of: account)
                }
                let feed = TransferFeed()
                async let updates = feed.reduce(into: Set<Int>()) { $0.insert($1.transfer.id) }
                let outcomes = try await session.run(progress: feed)
                #expect(outcomes.map(\.transfer.id) == [1, 2, 3])
                #expect(outcomes[0].transfer.state == .done(length: 10))
                let hasFailed = if case .failed = outcomes[1].transfer.state { true } else { false }
                #expect(hasFailed, "\(outcomes[1])")
                #expect(outcomes[2].transfer.state == .queued && outcomes[2].delay != nil)
                #expect(try Data(contentsOf: folder.appending(path: "good")) == Data("0123456789".utf8))
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "missing").path))
                _ = await updates
                #expect(server.requests.count == 2, "the request of an account was not sent")
            }
        }
    }

    @Test("the app waits for the events that it was launched for, whichever comes first")
    func launchEvents() async {
        let runs = BackgroundRuns()
        runs.eventsDelivered()
        await runs.waitForEvents()
        async let waiting: Void = runs.waitForEvents()
        // One of the two orders; both must end.
        runs.eventsDelivered()
        await waiting
    }

    @Test("a task names its transfer to a later process")
    func description() {
        let task = BackgroundTask(BackgroundTask(id: 3, file: URL(filePath: "/data/é \"x\"")).description)
        #expect(task?.id == 3 && task?.file == "/data/é \"x\"")
        #expect(BackgroundTask("another library's") == nil && BackgroundTask(nil) == nil)
    }
}

import EngineContracts
import EngineTestSupport
import Foundation
import RawSocketServer
import Testing
import Transfers

@testable import URLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// With an ordinary session, because only Apple platforms have background sessions.
@Suite("BackgroundURLSession", .timeLimit(.minutes(10)))
struct BackgroundURLSessionTests {
    private let store = InMemoryTransferStore()

    @Test("fulfills the contract of background transfers", arguments: BackgroundTransfersContract.clauses)
    func contract(clause: ContractClause<BackgroundTransfersContract.Subject>) async throws {
        try await withTemporaryFolder { folder in
            try await RawSocketServer.withServer { server in
                let (starts, started) = AsyncStream.makeStream(of: Void.self)
                server.serve { connection in
                    let line = try await connection.receiveRequest().line
                    if line.contains(" /stuck ") {
                        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01")
                        started.yield()
                    } else if line.contains(" /good") {
                        try await connection.respond(200, ["Connection: close"], body: "0123456789")
                    } else {
                        try await connection.respond(404, ["Connection: close"], body: "no")
                    }
                    await connection.waitForEnd()
                }
                try await clause.check(
                    .init(
                        BackgroundURLSession(.ephemeral, store: store),
                        server: try #require(URL(string: "http://\(server.authority)")), folder: folder,
                        stuck: { for await _ in starts { break } }))
            }
        }
    }

    @Test("sends no request for a transfer of an account that nothing signs")
    func unsigned() async throws {
        try await withTemporaryFolder { folder in
            let session = BackgroundURLSession(.ephemeral, store: store)
            let source = try #require(URL(string: "http://127.0.0.1:9/signed"))
            _ = try await session.add(source, to: folder.appending(path: "signed"), of: "ada")
            let outcomes = try await session.run(progress: nil)
            #expect(outcomes.map(\.state) == [.waiting(reason: "This session can't sign an account's request.")])
        }
    }

    @Test("refuses uploads, and leaves those of another queue alone")
    func uploads() async throws {
        let session = BackgroundURLSession(.ephemeral, store: store)
        let (file, target) = (URL(filePath: "/a"), try #require(URL(string: "http://127.0.0.1:9/uploads")))
        await #expect(throws: TransferQueueError.uploadsUnsupported) {
            try await session.upload(file, to: target, of: nil, priority: .normal)
        }
        let source = UploadSource(file: file, name: "a", contentType: "text/plain", length: 1, sha256: "ab")
        let upload = try await store.add(.upload(source, to: target), of: nil, priority: .normal)
        #expect(try await session.run(progress: nil).isEmpty)
        #expect(try await store.transfers() == [upload])
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

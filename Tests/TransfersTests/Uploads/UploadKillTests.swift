import EngineTestSupport
import Foundation
import HTTPTypes
import Primitives
import RawSocketServer
import Testing

/// `STRATA_KILLS=100` sets the number of kills, `STRATA_SEED` repeats a run.
@Suite("Killed uploads", .timeLimit(.minutes(20)))
struct UploadKillTests {
    @Test("uploads that are killed at any point end with one file each, with the right bytes")
    func killed() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STRATA_KILLS"].flatMap { Int($0) } ?? 10
        let seed = environment["STRATA_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("upload kills: STRATA_SEED=\(seed)")
        let random = SeededRandomSource(seed: seed)
        var (kills, resumptions) = (0, 0)
        while kills < count {
            let content = Data.random(6 * 1024 * 1024 + Int(random.next() % 1000), from: random)
            let server = UploadServer()
            try await withTemporaryFolder { folder in
                let (file, state) = (folder.appending(path: "file.bin"), folder.appending(path: "state"))
                try content.write(to: file)
                try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
                try await RawSocketServer.withServer { socket in
                    while kills < count {
                        let moment = moment(random)
                        if try await run(server, on: socket, of: file, through: state, killingAt: moment) { break }
                        kills += 1
                        // From now on only the copy has the right bytes.
                        if !server.requests.isEmpty { try Data("edited".utf8).write(to: file) }
                    }
                    let isLast = try await run(server, on: socket, of: file, through: state, killingAt: { _ in false })
                    #expect(isLast, "seed \(seed): without a kill, it finishes")
                }
                #expect(server.files.count == 1 && server.files.first == content, "seed \(seed)")
                resumptions += server.requests.count { $0.method == .head }
                let names = try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
                #expect(names == [content.sha256, "record.json", "source.json"].sorted(), "seed \(seed)")
            }
        }
        #expect(resumptions > 0, "seed \(seed): no upload was continued")
    }

    /// When a run is killed.
    private func moment(_ random: any RandomSource) -> @Sendable (UploadMoment) -> Bool {
        switch random.next() % 8 {
        case 0: return { $0 == .decided(.post, isComplete: false) }
        case 1: return { $0 == .answered(.post, isComplete: false) }
        case 2: return { $0 == .decided(.patch, isComplete: true) }
        case 3: return { $0 == .answered(.patch, isComplete: true) }
        default:
            let place = Int(random.next() % (3 * 1024 * 1024))
            return { if case .received(let bytes) = $0 { bytes > place } else { false } }
        }
    }

    /// Runs the child once, kills it at a moment, and returns whether it finished.
    private func run(
        _ server: UploadServer, on socket: RawSocketServer, of file: URL, through folder: URL,
        killingAt isTime: @escaping @Sendable (UploadMoment) -> Bool
    ) async throws -> Bool {
        let (places, reached) = AsyncStream.makeStream(of: Void.self)
        socket.serve { connection in
            try await server.serve(connection) { if isTime($0) { reached.yield() } }
        }
        let child = try TransferProcess(to: socket.authority, of: file, through: folder)
        let killing = Task {
            for await _ in places { return child.kill() }
        }
        let hasFinished = await child.hasFinished()
        reached.finish()
        await killing.value
        return hasFinished
    }
}

@Suite(
    "System calls of an upload", .timeLimit(.minutes(20)),
    .enabled(if: SystemCalls.areTraceable, "strace is not installed, or may not trace processes here"))
struct UploadSystemCallTests {
    @Test("the copy is durable before it is named, and each record before the request that depends on it")
    func order() async throws {
        let server = UploadServer()
        try await withTemporaryFolder { folder in
            let (file, state) = (folder.appending(path: "file.bin"), folder.appending(path: "state"))
            let (log, content) = (folder.appending(path: "trace"), Data.pattern(300_000))
            try content.write(to: file)
            try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
            try await RawSocketServer.withServer { socket in
                socket.serve { try await server.serve($0) }
                let tracer = SystemCalls.tracer(
                    of: "pwrite64,fsync,rename,renameat,renameat2,write,writev,sendto,sendmsg", into: log, showing: 120)
                let child = try TransferProcess(to: socket.authority, of: file, through: state, tracedBy: tracer)
                #expect(await child.hasFinished())
            }
            #expect(server.files == [content])
            let calls = try SystemCalls(log)
            let copied = try #require(calls.places(of: "pwrite64", ".draft>").last)
            let named = try #require(calls.places(of: "rename", ".draft\", ", content.sha256).first)
            #expect(calls.places(of: "fsync", ".draft>").contains { (copied..<named).contains($0) })
            let synced = calls.places(of: "fsync", "/state>")
            let records = calls.places(of: "rename", "record.json.new")
            #expect(records.count == 4, "new, created, completing, complete")
            for record in records {
                let begun = try #require(calls.places(of: "pwrite64", "record.json.new").last { $0 < record })
                #expect(calls.places(of: "fsync", "record.json.new").contains { (begun..<record).contains($0) })
            }
            // The folder is synchronized between a new name and the request that depends on it.
            let requests = ["POST /uploads ", "PATCH /uploads/1 ", "PATCH /uploads/1 "]
            var sent = named
            for (record, request) in zip(records, requests) {
                sent = try #require(
                    calls.lines.indices.first { $0 > max(sent, record) && calls.lines[$0].contains(request) })
                #expect(synced.contains { (record..<sent).contains($0) })
                #expect(calls.lines.indices.first { $0 > named && calls.lines[$0].contains(request) } ?? 0 > records[0])
            }
            #expect(try #require(synced.first { $0 > named }) < records[0])
        }
    }
}

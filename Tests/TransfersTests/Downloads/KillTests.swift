import Digests
import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Primitives
import RawSocketServer
import Testing

/// `STRATA_KILLS=100` sets the number of kills, up to ten for each download. `STRATA_SEED` repeats a run.
@Suite("Killed downloads", .timeLimit(.minutes(60)))
struct KillTests {
    private static var seeds: [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STRATA_KILLS"].flatMap { UInt64($0) } ?? 10
        let first = environment["STRATA_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        return (0..<max(1, count / 10)).map { first + $0 }
    }

    @Test("a download that is killed repeatedly at any point ends with the right bytes", arguments: seeds)
    func killed(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        let content = Data.random(12 * 1024 * 1024 + 7, from: random)
        let server = FileServer(content: content, tag: "\"v1\"")
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file.bin")
            try await RawSocketServer.withServer { socket in
                var kills = 0
                while kills < 10 {
                    // The first time, before the first checkpoint.
                    let place = kills == 0 ? 1 : 256 * 1024 + Int(random.next() % (1_536 * 1024))
                    if try await run(server, on: socket, to: file, killingAfter: place) { break }
                    kills += 1
                    // If killed after the move, it has already finished.
                    if FileManager.default.fileExists(atPath: file.path) {
                        #expect(try Data(contentsOf: file) == content)
                        break
                    }
                }
                print("download kills: \(kills), STRATA_SEED=\(seed)")
                #expect(kills > 2, "it was killed \(kills) times")
                let isLast = try await run(server, on: socket, to: file, killingAfter: nil)
                #expect(isLast, "without a kill, it finishes")
                let offsets = socket.requests.map(server.offset(of:))
                #expect(offsets.contains { $0 > 0 }, "no download was continued: \(offsets)")
            }
            #expect(sha256(try Data(contentsOf: file)) == sha256(content))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file.bin"])
        }
    }

    /// Runs the child once, kills it after `place` bytes of the response, and returns whether it finished.
    private func run(
        _ server: FileServer, on socket: RawSocketServer, to file: URL, killingAfter place: Int?
    ) async throws -> Bool {
        let (places, reached) = AsyncStream.makeStream(of: Void.self)
        socket.serve { connection in
            try await server.respond(on: connection) { if let place, $0 >= place { reached.yield() } }
        }
        let child = try TransferProcess(from: socket.authority, to: file)
        let killing = Task {
            for await _ in places {
                child.kill()
                return
            }
        }
        let hasFinished = await child.hasFinished()
        reached.finish()
        await killing.value
        return hasFinished
    }

    private func sha256(_ data: Data) -> ContentDigest {
        var hash = SHA256Hashing().begin()
        data.withUnsafeBytes { hash.update($0) }
        return hash.digest()
    }
}

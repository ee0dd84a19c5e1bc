import Foundation
import Testing

@testable import Backend

/// `STRATA_KILLS=100` sets the number of kills, `STRATA_SEED` repeats a run.
@Suite("Uploads whose server is killed", .timeLimit(.minutes(60)))
struct UploadKillTests {
    @Test("an upload continues at or after each confirmed offset, and is complete once, with every byte")
    func kills() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STRATA_KILLS"].flatMap { Int($0) } ?? 10
        let seed = environment["STRATA_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("upload kills: STRATA_SEED=\(seed)")
        var random = LinearGenerator(state: seed)
        try await withTemporaryFolder { folder in
            for number in 1...count {
                let length = Int.random(in: 1...400_000, using: &random)
                let text = String((0..<length).map { _ in "0123456789abcdef".randomElement(using: &random) ?? "0" })
                let (first, turns) = (
                    Int.random(in: 0...length, using: &random), Int.random(in: 0...400, using: &random)
                )
                let sent = Int.random(in: first...length, using: &random)
                let server = try await UploadServer(in: folder)
                let path = try await server.create(text, key: "create-\(number)")
                #expect(try await server.append(text.prefix(first), to: path, at: 0).offset == first)
                switch number % 3 {
                case 0:  // Between bytes and row: all sent bytes are written, and none of them is confirmed.
                    async let killed: Void = server.kill { server.size(of: path) >= sent }
                    let part = text[..<text.index(text.startIndex, offsetBy: sent)].dropFirst(first)
                    _ = try await server.append(part, to: path, at: first, of: length - first)
                    await killed
                case 1:  // At any moment of the completion.
                    _ = try await server.append(text.dropFirst(first), to: path, at: first)
                    async let killed: Void = server.kill(after: turns) { true }
                    _ = try? await server.complete(path, at: length)
                    await killed
                default:  // Between effect and response.
                    _ = try await server.append(text.dropFirst(first), to: path, at: first)
                    let fault = #"{"when":"after","path":"/v2/uploads"}"#
                    _ = try await RawConnection.post("/faults/hang-up", fault, port: server.port)
                    #expect(try await server.complete(path, at: length) == "")
                    await server.kill { true }
                }

                let again = try await UploadServer(in: folder)
                let place: Comment = "seed \(seed), kill \(number)"
                #expect(try await again.create(text, key: "create-\(number)") == path, place)
                let offset = try #require(try await again.request("HEAD", path).offset, place)
                #expect(offset == (number % 3 == 0 ? sent : length), place)
                if offset < length { _ = try await again.append(text.dropFirst(offset), to: path, at: offset) }
                #expect(try await again.complete(path, at: length).contains("201 Created"), place)
                #expect(try await again.complete(path, at: length).contains("Idempotency-Replayed: true"), place)
                #expect(try await again.request("GET", path).hasSuffix("\r\n\r\n\(text)"), place)
                await again.kill { true }
            }
            let uploads = folder.appending(path: "uploads").path
            #expect(try FileManager.default.contentsOfDirectory(atPath: uploads).count == count)
        }
    }

    @Test(
        "bytes and their file's name are synced before their offset is sent",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
    func order() async throws {
        try await withTemporaryFolder { folder in
            let trace = folder.appending(path: "trace").path
            let calls = ["-f", "-y", "-s", "60", "-e", "trace=write,writev,sendto,sendmsg,fsync", "-o", trace]
            let server = try await UploadServer(in: folder.appending(path: "data"), tracedBy: calls)
            let path = try await server.create("hello", key: "k")
            #expect(try await server.append("hello", to: path, at: 0).offset == 5)
            try server.process.closeInput()
            #expect(try await server.process.outcome().status == 0)
            let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            func last(_ words: String...) throws -> Int {
                try #require(lines.lastIndex { line in words.allSatisfy { line.contains($0) } }, "\(words)")
            }
            let file = "\(path.split(separator: "/").last ?? "")>"
            let sending = try last("write(", file, "hello")..<last("204 No Content")
            for name in [file, "/data/uploads>", "/data>"] {
                #expect(sending.contains(try last("fsync(", name)), "\(name)")
            }
        }
    }
}

/// A `strata-backend` process and Grace's session on it.
private struct UploadServer: Sendable {
    let process: BackendProcess
    let port: Int
    private let folder: URL
    private let token: Substring

    init(in folder: URL, tracedBy tracer: [String] = []) async throws {
        let arguments = ["--json", "--until-stdin-closes", "--faults", "--data-dir", folder.path]
        process = try BackendProcess(arguments, tracedBy: tracer)
        port = try #require(await process.line().firstMatch(of: /:(\d+)"/).flatMap { Int($0.1) })
        token = try await RawConnection.logIn(port: port).access
        self.folder = folder
    }

    /// - Parameter length: announced instead of the length of `body`.
    func request(
        _ method: String, _ path: String, _ fields: [String] = [], _ body: Substring = "", length: Int? = nil
    ) async throws -> String {
        let head = ["\(method) \(path) HTTP/1.1", "Host: x", "Connection: close", "Authorization: Bearer \(token)"]
        let lines = head + fields + ["Content-Length: \(length ?? body.utf8.count)", "", ""]
        return try await RawConnection.exchange(lines.joined(separator: "\r\n") + body, port: port)
    }

    func create(_ text: String, key: String) async throws -> String {
        let digest = "Repr-Digest: sha-256=:\(Data(text.utf8).sha256.base64EncodedString()):"
        let fields = ["Upload-Complete: ?0", "Upload-Length: \(text.utf8.count)", "Idempotency-Key: \(key)", digest]
        let created = try await request("POST", "/v2/uploads", fields)
        return String(try #require(created.firstMatch(of: /Location: (\S+)/), "\(created)").1)
    }

    func append(_ text: Substring, to path: String, at offset: Int, of length: Int? = nil) async throws -> String {
        let fields = ["Content-Type: application/partial-upload", "Upload-Offset: \(offset)", "Upload-Complete: ?0"]
        return try await request("PATCH", path, fields, text, length: length)
    }

    func complete(_ path: String, at offset: Int) async throws -> String {
        let key = "Idempotency-Key: complete-\(path.suffix(36))"
        return try await request("PATCH", path, ["Upload-Offset: \(offset)", "Upload-Complete: ?1", key])
    }

    func size(of path: String) -> Int {
        let file = folder.appending(path: "uploads/\(path.split(separator: "/").last ?? "")")
        return (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }

    @concurrent
    func kill(after turns: Int = 0, when isTime: @Sendable () -> Bool) async {
        for _ in 0..<turns { await Task.yield() }
        while !isTime() { await Task.yield() }
        process.kill()
    }
}

extension String {
    /// The `Upload-Offset` of a 204 response.
    fileprivate var offset: Int? {
        firstMatch(of: /^HTTP\/1.1 204(?s:.*)Upload-Offset: (\d+)\r\n/).flatMap { Int($0.1) }
    }
}

private struct LinearGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state
    }
}

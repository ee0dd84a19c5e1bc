import Foundation
import GRDB
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import Backend

struct UploadTests {
    @Test("a file that arrives in two parts is complete after its digest was checked, and can be read and deleted")
    func lifecycle() async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create(name: "na%C3%AFve%20plan.txt")
            #expect(try await bench.append("hello", to: path, at: 0).offset == "204 at 5 ?0")
            #expect(try await bench.append("", to: path, at: 5, "?0;x=\"y\"").offset == "204 at 5 ?0")
            #expect(try await bench.send(.get, path).outcome == "404 not_found")
            _ = try await bench.append(" world", to: path, at: 5)
            let before = try await bench.send(.head, path)
            #expect(before.offset == "204 at 11 ?0" && before.headers[.uploadLength] == "11")
            #expect(before.headers[.cacheControl] == "no-store" && before.body.readableBytes == 0)
            let complete = try await bench.complete(path, at: 11)
            #expect(complete.offset == "201 at 11 ?1" && complete.headers[.location] == path)
            let (id, digest) = (path.dropFirst("/v2/uploads/".count), Data(bench.text.utf8).sha256.hexadecimal)
            #expect(
                complete.text == """
                    {"completed_at":"2026-03-01T09:30:00.250Z","content_type":"text/x-plan",\
                    "created_at":"2026-03-01T09:30:00.250Z","id":"\(id)","name":"naïve plan.txt","owner_id":"u-grace",\
                    "sha256":"\(digest)","size":11}
                    """)
            let whole = try await bench.send(.get, path)
            #expect(whole.text == bench.text && whole.headers[.eTag] == "\"\(digest)\"")
            #expect(whole.headers[.contentType] == "text/x-plan" && whole.headers[.contentLength] == "11")
            #expect(whole.headers[.contentDisposition] == "attachment; filename*=UTF-8''na%C3%AFve%20plan.txt")
            #expect(try await bench.send(.get, path, [.range: "bytes=6-"]).text == "world")
            #expect(try await bench.send(.head, path).offset == "204 at 11 ?1")
            #expect(try await bench.send(.delete, path).status == .noContent && bench.files.isEmpty)
            #expect(try await bench.send(.head, path).status == .notFound)
        }
    }

    @Test(
        "an append whose connection is cut keeps what arrived, and the upload continues there", arguments: [0, 1, 10])
    func cut(bytes: Int) async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create()
            try await bench.backend.arm("cut-request", #"{"after":\#(bytes),"path":"/v2/uploads"}"#)
            await #expect(throws: ConnectionEnded.self) { _ = try await bench.append(bench.text, to: path, at: 0) }
            #expect(try await bench.send(.head, path).offset == "204 at \(bytes) ?0")
            // The fault affects one request, and none whose body is not longer.
            _ = try await bench.append(String(bench.text.dropFirst(bytes)), to: path, at: bytes)
            #expect(try await bench.complete(path, at: 11).status == .created)
            try await bench.backend.arm("cut-request", #"{"after":11}"#)
            #expect(try await bench.send(.get, path).text == bench.text)
        }
    }

    @Test("an append at another offset changes nothing, and its problem names the offset to continue at")
    func staleOffset() async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create()
            _ = try await bench.append("hello", to: path, at: 0)
            for offset in [0, 4, 6, 999_999_999_999_999] {
                let stale = try await bench.append("xxxxx", to: path, at: offset)
                #expect(try stale.outcome == "409 mismatching_upload_offset")
                #expect(stale.text.contains(#""expected-offset":5,"provided-offset":\#(offset),"#))
                #expect(
                    stale.text.contains(
                        #""type":"https://iana.org/assignments/http-problem-types#mismatching-upload-offset""#))
            }
            #expect(try await bench.send(.head, path).offset == "204 at 5 ?0")
            _ = try await bench.append(" world", to: path, at: 5)
            #expect(try await bench.complete(path, at: 11).status == .created)
        }
    }

    @Test("a completion is replayed with its key, and refused with another")
    func replay() async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create()
            _ = try await bench.append(bench.text, to: path, at: 0)
            let first = try await bench.complete(path, at: 11)
            bench.backend.clock.advance(by: 3600)
            let second = try await bench.complete(path, at: 11)
            #expect(second.headers[.idempotencyReplayed] == "true" && first.headers[.idempotencyReplayed] == nil)
            #expect(second.text == first.text && second.offset == first.offset)
            #expect(second.headers[.location] == path)
            #expect(try await bench.complete(path, at: 11, key: "other").outcome == "400 completed_upload")
            #expect(try await bench.append("", to: path, at: 11).outcome == "400 completed_upload")
            // Creations too, unless the digest says that it is another file.
            let (created, again) = (try await bench.create(key: "k"), try await bench.create(key: "k"))
            #expect(created == again && bench.files.count == 1)
            let other = try await bench.post([.reprDigest: UploadBench.digest(of: "other"), .idempotencyKey: "k"])
            #expect(try other.outcome == "422 idempotency_key_reused")
        }
    }

    @Test("an upload with other bytes than announced is deleted, and one with fewer or more continues")
    func mismatches() async throws {
        try await UploadBench.run { bench in
            var path = try await bench.create()
            _ = try await bench.append("hello, wor", to: path, at: 0)
            #expect(try await bench.complete(path, at: 10).outcome == "400 inconsistent_upload_length")
            #expect(try await bench.append("ld", to: path, at: 10).outcome == "400 inconsistent_upload_length")
            #expect(try await bench.append("l", to: path, at: 10).offset == "204 at 11 ?0")
            #expect(try await bench.complete(path, at: 11).outcome == "422 upload_digest_mismatch")
            #expect(bench.files.isEmpty)
            #expect(try await bench.complete(path, at: 11).outcome == "404 not_found")
            // The last append may complete it, as the draft allows.
            path = try await bench.create()
            #expect(try await bench.append(bench.text, to: path, at: 0, "?1").offset == "201 at 11 ?1")
        }
    }

    @Test("an incomplete upload expires, and a restart or a new upload deletes its file and those without an upload")
    func expiry() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            for isRestarted in [false, true] {
                var paths: [String] = []
                try await UploadBench.run(in: folder, clock: clock) { bench in
                    for _ in 1...2 { paths.append(try await bench.create()) }
                    for path in paths { _ = try await bench.append(bench.text, to: path, at: 0) }
                    #expect(try await bench.complete(paths[0], at: 11, key: nil).status == .created)
                    clock.advance(by: 86_399)
                    #expect(try await bench.send(.head, paths[1]).offset == "204 at 11 ?0")
                    clock.advance(by: 1)
                    #expect(try await bench.send(.head, paths[1]).status == .notFound)
                    #expect(try await bench.complete(paths[1], at: 11).outcome == "404 not_found")
                    try Data().write(to: bench.folder.appending(path: "orphan"))
                    if !isRestarted { _ = try await bench.create() }
                }
                try await UploadBench.run(in: folder, clock: clock) { bench in
                    let whole = try await bench.send(.get, paths[0])
                    #expect(whole.text == bench.text)
                    #expect(bench.files.count == (isRestarted ? 2 : 1) && !bench.files.contains("orphan"))
                }
            }
        }
    }

    private static let fields: [(HTTPField.Name, [String?], String)] = [
        (.uploadComplete, [nil, "", "0", "?2", "?1", "true", "?0, ?0", "?0;", "?0;A=1"], "400 invalid_upload"),
        (.uploadComplete, ["?0;a", #"?0;a=?1; b="x;\"y";*c=:AA==:"#], "201"),
        (.uploadLength, [nil, "-1", "1.0", "+1", "\"1\"", "1 2", "9999999999999999"], "400 invalid_upload"),
        (.uploadLength, ["0", "007", "11;unit=byte", "1073741824"], "201"),
        (.uploadLength, ["1073741825"], "413 content_too_large"),
        (.reprDigest, [nil, "sha-256=:AA==:", "sha-512=:AA==:", "sha-256=AA"], "400 invalid_upload"),
        (.reprDigest, ["sha-512=:AA==:, " + UploadBench.digest(of: "")], "201"),
        (.contentType, ["text", "text/", "a/b/c", "text/plain; charset"], "400 invalid_upload"),
        (.contentType, [nil, "text/plain; charset=utf-8"], "201"),
        (.contentDisposition, [#"a; filename="..""#, "a; filename*=UTF-8''%FF", "a; filename="], "400 invalid_upload"),
        (.contentDisposition, ["a; filename*=UTF-8''a%0Ab", "a; filename=" + UploadBench.long], "400 invalid_upload"),
        (.contentDisposition, [nil, "attachment", #"attachment; filename="../../etc/passwd""#], "201"),
    ]

    @Test("malformed structured fields of a new upload count as missing, and parameters are ignored", arguments: fields)
    func oddFields(name: HTTPField.Name, values: [String?], outcome: String) async throws {
        try await UploadBench.run { bench in
            for value in values {
                let response = try await bench.post([name: value])
                #expect(try response.outcome == outcome, "\(value ?? "none")")
                let limit = response.status == .badRequest ? nil : "max-size=1073741824"
                #expect(response.headers[.uploadLimit] == limit)
            }
        }
    }

    @Test("an append needs a valid offset, a boolean and its media type, and no id leads to another file")
    func oddAppends() async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create()
            for (offset, complete) in [(nil, "?0"), ("-1", "?0"), ("0", nil), ("0", "1")] as [(String?, String?)] {
                var fields: HTTPFields = [.contentType: "application/partial-upload"]
                (fields[.uploadOffset], fields[.uploadComplete]) = (offset, complete)
                #expect(try await bench.send(.patch, path, fields).outcome == "400 invalid_upload")
            }
            let typed: HTTPFields = [.contentType: "text/plain", .uploadOffset: "0", .uploadComplete: "?0"]
            #expect(try await bench.send(.patch, path, typed).outcome == "415 unsupported_media_type")
            #expect(try await bench.send(.get, "/v2/uploads/%2E%2E%2Fbackend.sqlite").outcome == "404 not_found")
            #expect(try await bench.send(.put, path).headers[.allow] == "DELETE, GET, HEAD, PATCH")
        }
    }

    @Test("a new request for the upload ends an append that still runs", arguments: [HTTPRequest.Method.head, .delete])
    func staleAppend(method: HTTPRequest.Method) async throws {
        try await UploadBench.run { bench in
            let path = try await bench.create()
            let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
            let (rest, _) = AsyncStream.makeStream(of: Data.self)
            let parts = Mutex(["hello"])
            var fields = bench.appending(at: 0)
            fields[.authorization] = "Bearer \(bench.token)"
            async let stale = bench.backend.send(.patch, path, headers: fields) {
                if let part = parts.withLock({ $0.popLast() }) { return Data(part.utf8) }
                isWaiting.yield()
                return await rest.first { _ in true }
            }
            _ = await waiting.first { true }
            let next = try await bench.send(method, path)
            #expect(method == .head ? next.offset == "204 at 5 ?0" : next.status == .noContent)
            #expect(try await stale.outcome == "409 append_ended")
        }
    }
}

/// A server with an account that uploads `hello world`.
struct UploadBench: Sendable {
    let backend: TestBackend
    let token: String
    let text = "hello world"

    static func run(
        in folder: URL? = nil, clock: ManualClock = ManualClock(), _ body: (UploadBench) async throws -> Void
    ) async throws {
        try await TestBackend.run(in: folder, clock: clock) {
            $0.accessTokenLifetime = .seconds(1_000_000)
        } _: { backend in
            try await body(UploadBench(backend: backend, token: try await backend.token(of: "u-grace")))
        }
    }

    var folder: URL { backend.backend.configuration.dataDirectory.appending(path: "uploads") }
    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    static let long = String(repeating: "n", count: 256)

    static func digest(of text: String) -> String { "sha-256=:\(Data(text.utf8).sha256.base64EncodedString()):" }

    func send(_ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await backend.send(method, path, token: token, headers: fields)
    }

    /// Creates an upload with `changes` to its fields; `nil` removes one.
    func post(_ changes: [HTTPField.Name: String?], name: String = "f.txt") async throws -> TestResponse {
        var fields: HTTPFields = [
            .uploadComplete: "?0", .uploadLength: "11", .contentType: "text/x-plan", .reprDigest: Self.digest(of: text),
            .contentDisposition: "attachment; filename*=UTF-8''\(name)",
        ]
        for (name, value) in changes { fields[name] = value }
        return try await send(.post, "/v2/uploads", fields)
    }

    func create(name: String = "f.txt", key: String? = nil) async throws -> String {
        try #require(try await post([.idempotencyKey: key], name: name).headers[.location])
    }

    func appending(at offset: Int, _ complete: String = "?0") -> HTTPFields {
        [.contentType: "application/partial-upload", .uploadOffset: String(offset), .uploadComplete: complete]
    }

    func append(
        _ text: String, to path: String, at offset: Int, _ complete: String = "?0"
    ) async throws -> TestResponse {
        var fields = appending(at: offset, complete)
        fields[.contentLength] = String(text.utf8.count)
        return try await backend.send(.patch, path, token: token, headers: fields, body: ByteBuffer(string: text))
    }

    func complete(_ path: String, at offset: Int, key: String? = "completion") async throws -> TestResponse {
        var fields: HTTPFields = [.uploadOffset: String(offset), .uploadComplete: "?1"]
        fields[.idempotencyKey] = key
        return try await send(.patch, path, fields)
    }
}

extension TestResponse {
    /// Such as `204 at 5 ?0`.
    fileprivate var offset: String {
        "\(status.code) at \(headers[.uploadOffset] ?? "none") \(headers[.uploadComplete] ?? "none")"
    }
}

extension Row {
    static let uploads = [
        Row(
            .post, "/v2/uploads", .member, .created, "",
            headers: [
                .uploadComplete: "?0", .uploadLength: "0",
                .reprDigest: "sha-256=:\(Data().sha256.base64EncodedString()):",
            ]),
        Row(.head, "/v2/uploads/{id}", .ownerOnly, .noContent, id: "upload-1"),
        Row(
            .patch, "/v2/uploads/{id}", .ownerOnly, .created, "", type: "application/partial-upload", id: "upload-1",
            headers: [.uploadOffset: "0", .uploadComplete: "?1"]),
        Row(.get, "/v2/uploads/{id}", .ownerOnly, id: "upload-2"),
        Row(.delete, "/v2/uploads/{id}", .ownerOnly, .noContent, id: "upload-1"),
    ]
}

extension TestBackend {
    /// Two empty ones, of which the second is complete.
    func addGracesUploads() async throws {
        try await backend.database.write { db in
            for (id, completed) in [("upload-1", nil), ("upload-2", Timestamp(clock.now))] {
                try Upload(
                    id: id, ownerID: "u-grace", name: "f", contentType: "text/plain", size: 0,
                    sha256: Data().sha256.hexadecimal, createdAt: Timestamp(clock.now), completedAt: completed
                ).insert(db)
            }
        }
    }
}

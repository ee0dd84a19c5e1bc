import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

@Suite("Multipart forms")
struct MultipartFormTests {
    private let boundary = SequentialIdentifierSource.identifier(1)

    private func body(_ parts: MultipartForm.Part...) -> RequestBody {
        MultipartForm(parts: parts, boundary: boundary).requestBody
    }

    @Test("a form of two fields is encoded to the expected bytes, with its boundary in the content type")
    func literal() async throws {
        let form = MultipartForm(
            parts: [
                .field("name", "Ada"), .file("avatar", Data([1, 2]), fileName: "a.png", contentType: "image/png"),
            ], boundary: boundary)
        let lines = [
            "--boundary-00000000-0000-4000-8000-000000000001", #"Content-Disposition: form-data; name="name""#, "",
            "Ada",
            "--boundary-00000000-0000-4000-8000-000000000001",
            #"Content-Disposition: form-data; name="avatar"; filename="a.png""#, "Content-Type: image/png", "",
            "\u{1}\u{2}", "--boundary-00000000-0000-4000-8000-000000000001--", "",
        ]
        #expect(try await form.requestBody.bytes() == Data(lines.joined(separator: "\r\n").utf8))
        #expect(form.requestBody.isReplayable)
        #expect(form.contentType == "multipart/form-data; boundary=boundary-00000000-0000-4000-8000-000000000001")
    }

    @Test(
        "a form escapes the characters that could end a name, and no others",
        arguments: [
            ("plain", "plain"), ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nb", "a%0Ab"), ("a\rb", "a%0Db"),
            ("é😀", "é😀"), ("100%", "100%"), ("a\\b", "a\\b"), ("", ""), ("x\"; filename=\"y", "x%22; filename=%22y"),
            ("e\u{301}\r", "e\u{301}%0D"),
        ])
    func escaping(name: String, escaped: String) async throws {
        let body = body(.file(name, Data(), fileName: name, contentType: "text/plain"))
        let text = try #require(String(data: try await body.bytes(), encoding: .utf8))
        #expect(text.contains("\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n"))
        #expect(body.length == Int64(text.utf8.count))
        #expect(text.components(separatedBy: "\r\n").count == 7, "no line was added")
    }

    @Test(
        "a part's content type can't add a header field or a part",
        arguments: ["\r\n", "\n", "\r", "\r\n\r\n", "\u{85}", "\u{2028}", "\u{b}", "\u{c}"])
    func injection(lineEnd: String) async throws {
        let body = body(.file("f", Data(), fileName: "f", contentType: "text/plain\(lineEnd)X-Evil: 1"))
        let text = try #require(String(data: try await body.bytes(), encoding: .utf8))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        #expect(!lines.contains { $0.hasPrefix("X-Evil") })
    }

    @Test("a form's body has the announced length for random contents", arguments: 1...20 as ClosedRange<UInt64>)
    func length(seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        try await withTemporaryFolder { folder in
            var parts: [MultipartForm.Part] = []
            for number in 0..<(random.next() % 6) {
                let bytes = Data.pattern(Int(random.next() % 200_000))
                let file = folder.appending(path: "é \"\(number)\".bin")
                try bytes.write(to: file)
                parts.append(.field("f\(number)", String(repeating: "é", count: Int(random.next() % 50))))
                parts.append(.file("d", bytes, fileName: "d", contentType: "x/y"))
                parts.append(try .file("p", at: file, contentType: "x/y"))
            }
            let body = MultipartForm(parts: parts, boundary: boundary).requestBody
            let first = try await body.bytes()
            #expect(body.length == Int64(first.count))
            #expect(try await body.bytes() == first, "a replay sends the same bytes")
        }
    }

    @Test("a form of a missing file or a folder can't be created", arguments: ["missing", "", "/"])
    func noFile(name: String) async throws {
        try await withTemporaryFolder { folder in
            let error = #expect(throws: InvalidRequest.self) {
                try MultipartForm.Part.file("f", at: folder.appending(path: name), contentType: "x/y")
            }
            #expect(error?.reason.contains(folder.path) == false, "the error does not reveal the user's folders")
        }
    }

    @Test("a form with a symbolic link contains the bytes of its target")
    func symbolicLink() async throws {
        try await withTemporaryFolder { folder in
            let (file, link) = (folder.appending(path: "real.txt"), folder.appending(path: "link.txt"))
            try Data("bytes".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            let body = body(try .file("f", at: link, contentType: "text/plain"))
            let text = String(decoding: try await body.bytes(), as: UTF8.self)
            #expect(text.contains("filename=\"link.txt\""))
            #expect(text.contains("\r\n\r\nbytes\r\n"))
        }
    }
}

@Suite("Files as request bodies")
struct FileBytesTests {
    private func withFile(
        _ bytes: Data, _ check: (URL, RequestBody) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "upload.bin")
            try bytes.write(to: file)
            let part = try MultipartForm.Part.file("f", at: file, contentType: "application/octet-stream")
            let form = MultipartForm(parts: [part], boundary: SequentialIdentifierSource.identifier(1))
            try await check(file, form.requestBody)
        }
    }

    /// `size` is the new one, or `nil` if the file is removed. The error names the file without its folder.
    @Test(
        "a file changed or removed between two attempts fails the second body, and no byte beyond its length is read",
        arguments: [
            (0, "shorter"), (1, "shorter"), (99_999, "shorter"), (100_001, "longer"), (300_000, "longer"),
            (nil, "upload.bin"),
        ] as [(Int?, String)])
    func changed(size: Int?, reported: String) async throws {
        try await withFile(Data(count: 100_000)) { file, body in
            _ = try await body.bytes()
            if let size { try Data(count: size).write(to: file) } else { try FileManager.default.removeItem(at: file) }
            let error = await #expect(throws: TransportError.self) { try await body.bytes() }
            guard case .requestBody(let reason) = error else {
                Issue.record("expected a body error, got \(String(describing: error))")
                return
            }
            #expect(reason.contains(reported) && reason.hasSuffix(".") && !reason.contains("/"))
        }
    }

    @Test("a file is read in pieces of at most 256 KiB", arguments: [0, 1, 262_143, 262_144, 262_145, 5_000_000])
    func pieces(size: Int) async throws {
        let bytes = Data.pattern(size)
        try await withFile(bytes) { _, body in
            let pieces = try await body.readPieces()
            #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 262_144 })
            #expect(pieces.count <= 4 + size / 262_144)
            let all = pieces.reduce(into: Data()) { $0.append($1) }
            let end = Data("\r\n--boundary-00000000-0000-4000-8000-000000000001--\r\n".utf8)
            #expect(all.dropLast(end.count).suffix(size) == bytes)
            #expect(body.length == Int64(all.count))
        }
    }
}

@Suite("Byte streams")
struct ByteStreamTests {
    @Test(
        "collecting a byte stream gives its bytes in order, or an error if it is larger than its limit",
        arguments: [
            ([], 0, true), ([0], 0, true), ([3], 3, true), ([1, 1, 1], 3, true), ([300, 400], 1_000, true),
            ([1], 0, false), ([4], 3, false), ([3, 1], 3, false), ([1, 1, 1, 1], 3, false),
        ])
    func limit(sizes: [Int], limit: Int, fits: Bool) async throws {
        var bytes = Data.pattern(sizes.reduce(0, +))
        let expected = bytes
        let stream = ByteStream(
            chunks: sizes.map { size in
                defer { bytes.removeFirst(size) }
                return bytes.prefix(size)
            })
        guard !fits else { return #expect(try await stream.collect(upTo: limit) == expected) }
        await #expect(throws: TransportError.responseTooLarge(limit: limit)) { try await stream.collect(upTo: limit) }
    }

    @Test("collecting stops reading at the limit")
    func leftAtLimit() async {
        let next = Gate(isOpen: true)
        let pieces = ScriptedBytes(.piece(Data(count: 600)), .piece(Data(count: 600)), .pass(next))
        await #expect(throws: TransportError.responseTooLarge(limit: 1_000)) {
            try await ByteStream(pieces).collect(upTo: 1_000)
        }
        #expect(next.arrivals == 0)
    }

    @Test("a streamed response body is limited by the client as its bytes arrive")
    func responseLimit() async throws {
        let transport = FakeTransport { _ in .pieces([Data("\"12345".utf8), Data("67890\"".utf8)]) }
        let endpoint = Endpoint<TestGuest, String>(.get, "/a", response: .json)
        let exact = try Client.fixture(transport: transport, responseLimit: 12).session(for: TestGuest.self)
        #expect(try await exact.send(endpoint) == "1234567890")
        let less = try Client.fixture(transport: transport, responseLimit: 11).session(for: TestGuest.self)
        await expectError(.transport(.responseTooLarge(limit: 11))) { try await less.send(endpoint) }
    }
}

import Foundation
import Networking
import TestSupport
import Testing

@Suite("A multipart form")
struct MultipartFormTests {
    private let boundary = SequentialIdentifierSource.identifier(1)

    private func body(_ parts: MultipartForm.Part...) -> RequestBody {
        MultipartForm(parts: parts, boundary: boundary).requestBody
    }

    @Test("of two fields is these bytes")
    func literal() async throws {
        let body = body(
            .field("name", "Ada"), .file("avatar", Data([1, 2]), fileName: "a.png", contentType: "image/png"))
        let expected =
            "--strata-00000000-0000-4000-8000-000000000001\r\n"
            + "Content-Disposition: form-data; name=\"name\"\r\n"
            + "\r\n"
            + "Ada\r\n"
            + "--strata-00000000-0000-4000-8000-000000000001\r\n"
            + "Content-Disposition: form-data; name=\"avatar\"; filename=\"a.png\"\r\n"
            + "Content-Type: image/png\r\n"
            + "\r\n"
            + "\u{1}\u{2}\r\n"
            + "--strata-00000000-0000-4000-8000-000000000001--\r\n"
        #expect(try await body.read() == Data(expected.utf8))
        #expect(body.length == Int64(expected.utf8.count))
        #expect(body.isReplayable)
    }

    @Test("says its boundary in its content type, as RFC 2046 allows it")
    func contentType() {
        let type = MultipartForm(parts: [], boundary: boundary).contentType
        #expect(type == "multipart/form-data; boundary=strata-00000000-0000-4000-8000-000000000001")
        #expect(type.split(separator: "=")[1].utf8.count <= 70)
    }

    @Test("without parts is its end")
    func empty() async throws {
        #expect(
            try await body().read() == Data("--strata-00000000-0000-4000-8000-000000000001--\r\n".utf8))
    }

    @Test(
        "escapes in names what could end them, and nothing else",
        arguments: [
            ("plain", "plain"), ("a\"b", "a%22b"), ("a\r\nb", "a%0D%0Ab"), ("a\nb", "a%0Ab"), ("a\rb", "a%0Db"),
            ("é😀", "é😀"), ("100%", "100%"), ("a\\b", "a\\b"), ("", ""), ("x\"; filename=\"y", "x%22; filename=%22y"),
            ("e\u{301}\r", "e\u{301}%0D"),
        ])
    func escaping(name: String, escaped: String) async throws {
        let body = body(.file(name, Data(), fileName: name, contentType: "text/plain"))
        let text = try #require(String(data: try await body.read(), encoding: .utf8))
        #expect(text.contains("\r\nContent-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\"\r\n"))
        #expect(body.length == Int64(text.utf8.count))
        #expect(text.components(separatedBy: "\r\n").count == 7, "no line was added")
    }

    @Test(
        "lets no content type begin a header or a part of its own",
        arguments: [
            "text/plain\r\nX-Evil: 1", "text/plain\nX-Evil: 1", "text/plain\rX-Evil: 1", "text/plain\r\n\r\nX-Evil: 1",
            "text/plain\u{85}X-Evil: 1", "text/plain\u{2028}X-Evil: 1", "text/plain\u{b}X-Evil: 1",
            "text/plain\u{c}X-Evil: 1",
        ])
    func injection(contentType: String) async throws {
        let body = body(.file("f", Data(), fileName: "f", contentType: contentType))
        let text = try #require(String(data: try await body.read(), encoding: .utf8))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        #expect(!lines.contains { $0.hasPrefix("X-Evil") })
    }

    @Test("has the length that it says, whatever is in it", arguments: 1...20 as ClosedRange<UInt64>)
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
            let first = try await body.read()
            #expect(body.length == Int64(first.count))
            #expect(try await body.read() == first, "a replay sends the same bytes")
        }
    }

    @Test("of a missing file, a folder or nothing can't be made", arguments: ["missing", "folder", "folder/"])
    func noFile(name: String) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appending(path: "folder"), withIntermediateDirectories: true)
            let error = #expect(throws: InvalidRequest.self) {
                try MultipartForm.Part.file("f", at: folder.appending(path: name), contentType: "x/y")
            }
            #expect(error?.reason.contains(folder.path) == false, "where a user's files are is nobody's business")
        }
    }

    @Test("of a link to a file has the file's bytes")
    func symbolicLink() async throws {
        try await withTemporaryFolder { folder in
            let (file, interceptor) = (folder.appending(path: "real.txt"), folder.appending(path: "link.txt"))
            try Data("bytes".utf8).write(to: file)
            try FileManager.default.createSymbolicLink(at: interceptor, withDestinationURL: file)
            let body = body(try .file("f", at: interceptor, contentType: "text/plain"))
            let text = String(decoding: try await body.read(), as: UTF8.self)
            #expect(text.contains("filename=\"link.txt\""))
            #expect(text.contains("\r\n\r\nbytes\r\n"))
        }
    }
}

import EngineTestSupport
import Foundation
import Networking
import Testing

@Suite("Uploads to httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct UploadTests {
    private let letters = Data((0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    @Test(
        "a streamed body arrives completely, in one framing, with a known length or without one",
        arguments: TransportUnderTest.all, [200_000, nil] as [Int64?])
    func streamed(transport: TransportUnderTest, length: Int64?) async throws {
        let pieces = stride(from: 0, to: letters.count, by: 7_001).map {
            letters[$0..<min($0 + 7_001, letters.count)]
        }
        let body = RequestBody.Streamed(length: length, isReplayable: true) { ByteStream(chunks: pieces) }
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: .stream(body, contentType: "text/plain"))
            #expect(echo.data.map { Data($0.utf8) } == letters)
            let isChunked = length == nil && !transport.spoolsUploads
            #expect(echo.header("Transfer-Encoding") == (isChunked ? "chunked" : nil))
            #expect(echo.header("Content-Length") == (isChunked ? nil : "200000"))
        }
    }

    @Test("binary data is returned unchanged", arguments: TransportUnderTest.all)
    func binary(transport: TransportUnderTest) async throws {
        let bytes = Data((0..<1024).map { UInt8(truncatingIfNeeded: $0 * 7) })
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .put, "/put", body: .data(bytes, contentType: "application/octet-stream"))
            #expect(echo.data == "data:application/octet-stream;base64,\(bytes.base64EncodedString())")
        }
    }

    @Test(
        "a form's fields and files arrive unchanged, and a quote in a name neither ends it nor starts a parameter",
        arguments: TransportUnderTest.all)
    func multipart(transport: TransportUnderTest) async throws {
        let bytes = Data([0, 255, 13, 10, 45, 45])
        let form = MultipartForm(
            parts: [
                .field("title", "Zoë & \"friends\"\r\n--x"), .field("tag", "one"), .field("tag", "two"),
                .field("näme", ""), .field("a\"; filename=\"x", "field"),
                .file("notes", Data("first\r\nsecond".utf8), fileName: "übersicht 😀.txt", contentType: "text/plain"),
                .file("b\"c", Data("file".utf8), fileName: "\"; name=\"d", contentType: "text/plain"),
                .file("picture", bytes, fileName: "a \"b\".png", contentType: "image/png"),
            ], boundary: UUID())
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: .multipart(form))
            #expect(
                echo.form == [
                    "title": ["Zoë & \"friends\"\r\n--x"], "tag": ["one", "two"], "näme": [""],
                    "a\"; filename=\"x": ["field"],
                ])
            #expect(
                echo.files == [
                    "notes": ["first\r\nsecond"], "b\"c": ["file"],
                    "picture": [.init("data:image/png;base64,\(bytes.base64EncodedString())")],
                ])
            #expect(echo.header("Content-Length") == form.requestBody.length.map(String.init))
            #expect(echo.header("Transfer-Encoding") == nil)
        }
    }

    @Test("a file arrives unchanged, in a form and as the body", arguments: TransportUnderTest.all)
    func file(transport: TransportUnderTest) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "letters.txt")
            try letters.write(to: file)
            let form = MultipartForm(parts: [try .file("f", at: file, contentType: "text/plain")], boundary: UUID())
            try await Visitor.visit(over: transport) { visitor in
                let echo = try await visitor.echo(.post, "/post", body: .multipart(form))
                #expect(echo.files?["f"]?.all.map { Data($0.utf8) } == [letters])
                let plain = try await visitor.echo(.put, "/put", body: .file(file, contentType: "text/plain"))
                #expect(plain.data.map { Data($0.utf8) } == letters)
            }
        }
    }
}

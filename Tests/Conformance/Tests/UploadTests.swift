import Foundation
import Networking
import TestSupport
import Testing

@Suite("Uploads to httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct UploadTests {
    private let letters = Data((0..<200_000).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    private func streamed(length: Int64?) -> EndpointBody {
        let pieces = stride(from: 0, to: letters.count, by: 7_001).map {
            letters[$0..<min($0 + 7_001, letters.count)]
        }
        return .stream(
            RequestBody.Streamed(length: length, isReplayable: true) { ByteStream(chunks: pieces) },
            contentType: "text/plain")
    }

    @Test("a streamed body of known length has a Content-Length", arguments: TransportUnderTest.all)
    func knownLength(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: streamed(length: Int64(letters.count)))
            #expect(echo.data.map { Data($0.utf8) } == letters)
            #expect(echo.header("Content-Length") == "200000")
            #expect(echo.header("Transfer-Encoding") == nil)
        }
    }

    @Test("a streamed body of unknown length arrives completely, in one framing", arguments: TransportUnderTest.all)
    func unknownLength(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: streamed(length: nil))
            #expect(echo.data.map { Data($0.utf8) } == letters)
            #expect(echo.header("Transfer-Encoding") == (transport.spoolsUploads ? nil : "chunked"))
            #expect(echo.header("Content-Length") == (transport.spoolsUploads ? "200000" : nil))
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

    @Test("a form's fields and files arrive unchanged", arguments: TransportUnderTest.all)
    func multipart(transport: TransportUnderTest) async throws {
        let bytes = Data([0, 255, 13, 10, 45, 45])
        let form = MultipartForm(
            parts: [
                .field("title", "Zoë & \"friends\"\r\n--x"), .field("tag", "one"), .field("tag", "two"),
                .field("näme", ""),
                .file("notes", Data("first\r\nsecond".utf8), fileName: "übersicht 😀.txt", contentType: "text/plain"),
                .file("picture", bytes, fileName: "a \"b\".png", contentType: "image/png"),
            ], boundary: UUID())
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: .multipart(form))
            #expect(echo.form == ["title": ["Zoë & \"friends\"\r\n--x"], "tag": ["one", "two"], "näme": [""]])
            #expect(
                echo.files == [
                    "notes": ["first\r\nsecond"],
                    "picture": [.init("data:image/png;base64,\(bytes.base64EncodedString())")],
                ])
            #expect(echo.header("Content-Length") == form.requestBody.length.map(String.init))
            #expect(echo.header("Transfer-Encoding") == nil)
        }
    }

    @Test("a quote in a name neither ends the name nor starts a parameter", arguments: TransportUnderTest.all)
    func quotedNames(transport: TransportUnderTest) async throws {
        let form = MultipartForm(
            parts: [
                .field("a\"; filename=\"x", "field"),
                .file("b\"c", Data("file".utf8), fileName: "\"; name=\"d", contentType: "text/plain"),
            ], boundary: UUID())
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.post, "/post", body: .multipart(form))
            #expect(echo.form == ["a\"; filename=\"x": ["field"]])
            #expect(echo.files == ["b\"c": ["file"]])
        }
    }

    @Test("file names are sent as UTF-8, escaped where necessary", arguments: TransportUnderTest.all)
    func fileNames(transport: TransportUnderTest) async throws {
        let boundary = SequentialIdentifierSource.identifier(1)
        let form = MultipartForm(
            parts: [.file("f", Data("x".utf8), fileName: "ü\"\r\n.txt", contentType: "text/plain")], boundary: boundary)
        guard case .stream(let body) = form.requestBody else {
            Issue.record("the form is no stream")
            return
        }
        try await Visitor.visit(over: transport) { visitor in
            // With another media type the server returns the unparsed body, with the file names.
            let echo = try await visitor.echo(.post, "/post", body: .stream(body, contentType: "text/plain"))
            let line = "--boundary-\(boundary.uuidString.lowercased())"
            #expect(
                echo.data == """
                    \(line)\r
                    Content-Disposition: form-data; name="f"; filename="ü%22%0D%0A.txt"\r
                    Content-Type: text/plain\r
                    \r
                    x\r
                    \(line)--\r

                    """)
        }
    }

    @Test("a file is read while it is sent, and its progress is reported", arguments: TransportUnderTest.all)
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

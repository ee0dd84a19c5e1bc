import Foundation
import GraphQL
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("GraphQL uploads", .timeLimit(.minutes(10)))
struct UploadTests {
    private struct Variables: Encodable {
        let file: GraphQLUpload
        let review: Review
        var cover: GraphQLNullable<GraphQLUpload> = .absent

        struct Review: Encodable {
            let text: String
            let pictures: [GraphQLUpload?]
        }
    }

    private static func text(_ text: String) -> GraphQLUpload {
        .data(Data(text.utf8), fileName: "\(text).txt", contentType: "text/plain")
    }

    private static func operation(
        _ variables: some Encodable & Sendable
    ) -> GraphQLOperation<TestMember, BookData> {
        GraphQLOperation("mutation Add($file: Upload!) { add(file: $file) }", variables: variables)
    }

    @Test("uploads are null among the variables, and parts of a form that the map connects to their places")
    func form() async throws {
        let harness = try Harness(.json(BookData.emmaJSON))
        let variables = Variables(
            file: Self.text("a"), review: .init(text: "good", pictures: [Self.text("b"), nil, Self.text("c")]),
            cover: .value(Self.text("d")))
        _ = try await harness.graphQL.execute(Self.operation(variables))
        let call = try #require(harness.transport.calls.first)
        #expect(call.request.headerFields[.contentType]?.hasPrefix("multipart/form-data; boundary=") == true)
        let text = String(decoding: try await call.body.bytes(), as: UTF8.self)
        let parts = text.components(separatedBy: "--boundary-").dropFirst().dropLast().map { part in
            part.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }.joined(separator: "|")
        }
        #expect(
            parts[0] == #"Content-Disposition: form-data; name="operations"|"#
                + #"{"operationName":"Add","query":"mutation Add($file: Upload!) { add(file: $file) }","#
                + #""variables":{"cover":null,"file":null,"review":{"pictures":[null,null,null],"text":"good"}}}"#)
        // The order of the uploads is the encoder's, and the map says which is which.
        let map = try JSONDecoder().decode(
            [String: [String]].self, from: Data(parts[1].split(separator: "|")[1].utf8))
        let files = Dictionary(
            uniqueKeysWithValues: parts[2...].map { part in
                let lines = part.split(separator: "|")
                let number = lines[0].split(separator: "\"")[1]
                #expect(lines[0].hasSuffix(#"filename="\#(lines[2]).txt""#))
                #expect(lines[1] == "Content-Type: text/plain")
                return (map[String(number)] ?? [], String(lines[2]))
            })
        #expect(
            files == [
                ["variables.file"]: "a", ["variables.review.pictures.0"]: "b", ["variables.review.pictures.2"]: "c",
                ["variables.cover"]: "d",
            ])
        #expect(parts[2...].map { $0.split(separator: "\"")[1] } == ["0", "1", "2", "3"])
    }

    @Test("a file on disk is streamed, and sent again after a refresh")
    func file() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "big.bin")
            let bytes = Data(repeating: 7, count: 300_000)
            try bytes.write(to: file)
            let harness = try Harness([.empty(.unauthorized), .json(BookData.emmaJSON)])
            let upload = GraphQLUpload.file(file, contentType: "application/octet-stream")
            #expect(try await harness.graphQL.execute(Self.operation(["file": upload])) == .complete(.emma))
            for call in harness.transport.calls {
                guard case .stream(let stream) = call.body else {
                    Issue.record("the file was read into memory")
                    continue
                }
                #expect(stream.length.map { $0 > 300_000 } == true)
                let sent = try await call.body.bytes()
                #expect(sent.range(of: bytes) != nil)
            }
            #expect(harness.transport.calls.count == 2)
        }
    }

    @Test("a missing file fails the call before anything is sent")
    func missing() async throws {
        let harness = try Harness(.json(BookData.emmaJSON))
        let upload = GraphQLUpload.file(URL(filePath: "/nonexistent/a.png"), contentType: "image/png")
        let error = await harness.failure(of: Self.operation(["file": upload]))
        #expect(error?.cause == .invalidRequest(reason: "There is no readable file a.png."))
        #expect(harness.transport.calls.isEmpty)
    }

    @Test("an upload outside the variables of an operation can't be encoded")
    func elsewhere() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(["file": Self.text("a")]) }
    }
}

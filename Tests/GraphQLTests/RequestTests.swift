import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import Testing

@Suite("GraphQL requests", .timeLimit(.minutes(10)))
struct RequestTests {
    private func body(of operation: GraphQLOperation<TestMember, BookData>) async throws -> String {
        let harness = try Harness(.json(BookData.emmaJSON))
        _ = try await harness.graphQL.execute(operation)
        return try await harness.received()[0]
    }

    @Test("an operation is sent by POST as document, name and variables, with the environment's path and credential")
    func post() async throws {
        let harness = try Harness(.json(BookData.emmaJSON))
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(
            try await harness.received() == [
                #"POST /graphql {"operationName":"Book","query":"query Book($id: Int!) { book(id: $id) { title stars } }","variables":{"id":84}}"#
            ])
        let fields = harness.transport.calls[0].request.headerFields
        #expect(fields[.accept] == "application/graphql-response+json, application/json;q=0.9")
        #expect(fields[.contentType] == "application/json")
        #expect(fields[.authorization] == "Bearer access-1")
        #expect(harness.monitor.events.allSatisfy { $0.operation == "Book" })
    }

    @Test(
        "an input member is absent, null or a value in a synthesized encoding",
        arguments: [
            (BookChanges(subtitle: .absent), #"{"id":84}"#),
            (
                BookChanges(title: .null, stars: .null, subtitle: .null),
                #"{"id":84,"stars":null,"subtitle":null,"title":null}"#
            ),
            (
                BookChanges(title: .value("Emma"), stars: .value(4.5), subtitle: .value("")),
                #"{"id":84,"stars":4.5,"subtitle":"","title":"Emma"}"#
            ),
        ])
    func threeStates(changes: BookChanges, json: String) async throws {
        let operation = GraphQLOperation<TestMember, BookData>("mutation { a }", variables: ["changes": changes])
        #expect(
            try await body(of: operation)
                == #"POST /graphql {"query":"mutation { a }","variables":{"changes":\#(json)}}"#)
    }

    @Test(
        "variables that are no object, or contain an absent item of a list, fail the call before anything is sent",
        arguments: [
            ([1, 2], "The variables must encode as a JSON object, but Array<Int> does not."),
            ("id", "The variables must encode as a JSON object, but String does not."),
            (
                ["list": [GraphQLNullable<Int>.absent]],
                "The variables can't be encoded (Dictionary<String, Array<GraphQLNullable<Int>>>)."
            ),
            (["number": Double.nan], "The variables can't be encoded (Dictionary<String, Double>)."),
        ] as [(any Encodable & Sendable, String)])
    func invalidVariables(variables: any Encodable & Sendable, reason: String) async throws {
        let harness = try Harness(.json(BookData.emmaJSON))
        let error = await harness.failure(of: GraphQLOperation("{ book { title } }", variables: variables))
        #expect(error?.cause == .invalidRequest(reason: reason))
        #expect(error?.metadata.operation == "query")
        #expect(harness.transport.calls.isEmpty)
        #expect(harness.monitor.names == ["failed"])
    }

    @Test("a subscription is not executed as a query")
    func subscription() async throws {
        let harness = try Harness(.json(BookData.emmaJSON))
        let error = await harness.failure(of: GraphQLOperation("subscription { book { title } }"))
        #expect(error?.cause == .invalidRequest(reason: "Use subscribe(to:) for a subscription."))
        #expect(harness.transport.calls.isEmpty)
    }

    @Test("with GET, a query is sent in the URL, and a mutation by POST")
    func get() async throws {
        let harness = try Harness([.json(BookData.emmaJSON), .json(BookData.emmaJSON)], queryMethod: .get)
        _ = try await harness.graphQL.execute(.book())
        _ = try await harness.graphQL.execute(.addBook())
        #expect(
            try await harness.received() == [
                #"GET /graphql?query=query Book($id: Int!) { book(id: $id) { title stars } }&operationName=Book&variables={"id":84}"#,
                #"POST /graphql {"operationName":"AddBook","query":"mutation AddBook { addBook { title } }"}"#,
            ])
        #expect(harness.transport.calls[0].request.headerFields[.contentType] == nil)
    }

    @Test("a query that is too long for a URL is sent by POST")
    func long() async throws {
        let harness = try Harness([.json(BookData.emmaJSON)], queryMethod: .get)
        let text = String(repeating: "x", count: 3000)
        _ = try await harness.graphQL.execute(
            GraphQLOperation<TestMember, BookData>("query A($t: String) { a(t: $t) }", variables: ["t": text]))
        #expect(harness.transport.calls[0].request.method == .post)
    }

    @Test("a query is retried although it is sent by POST, and a mutation only with an idempotency key")
    func retried() async throws {
        for operation in [GraphQLOperation<TestMember, BookData>.book(), .addBook(idempotency: .keyed)] {
            let harness = try Harness([.empty(.serviceUnavailable), .json(BookData.emmaJSON)])
            #expect(try await harness.graphQL.execute(operation) == .complete(.emma))
            let name = try #require(HTTPField.Name("Idempotency-Key"))
            let keys = harness.transport.calls.map { $0.request.headerFields[name] }
            #expect(keys.count == 2 && keys[0] == keys[1] && (keys[0] == nil) == (operation.kind == .query))
        }
        let harness = try Harness([.empty(.serviceUnavailable)])
        #expect(await harness.failure(of: .addBook())?.status == 503)
        #expect(harness.transport.calls.count == 1)
    }
}

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

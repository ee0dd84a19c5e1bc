import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import Testing

@Suite("GraphQL results", .timeLimit(.minutes(10)))
struct ResultTests {
    private func result(of response: ServerResponse) async throws -> GraphQLResult<BookData> {
        try await Harness(response).graphQL.execute(.book())
    }

    private func failure(of response: ServerResponse) async throws -> NetworkError.Cause? {
        await (try Harness(response)).failure()?.cause
    }

    private func decodingFailure(of json: String) async throws -> DecodingFailure? {
        if case .decoding(let failure) = try await failure(of: .json(json)) { failure } else { nil }
    }

    private static let partial = #"""
        {"data":{"book":{"title":"Emma","stars":null}},"errors":[{"message":"no rating","path":["book","stars"],
        "locations":[{"line":1,"column":47}],"extensions":{"code":"UPSTREAM","retryAfter":3,"cost":1.5,"tags":[true,null]}}]}
        """#

    @Test(
        "data without errors is complete",
        arguments: ["", #","errors":null"#, #","errors":[]"#, #","extensions":{"a":1}"#])
    func complete(rest: String) async throws {
        let json = BookData.emmaJSON.dropLast() + rest + "}"
        #expect(try await result(of: .json(String(json))) == .complete(.emma))
        #expect(try await result(of: .graphQL(String(json))).errors.isEmpty)
    }

    @Test("data with errors is partial, and an error has its place, path, extensions and code")
    func partial() async throws {
        let result = try await result(of: .json(Self.partial))
        let error = GraphQLError(
            message: "no rating", locations: [.init(line: 1, column: 47)], path: ["book", "stars"],
            extensions: [
                "code": .text("UPSTREAM"), "retryAfter": .integer(3), "cost": .number(1.5),
                "tags": .list([.boolean(true), .null]),
            ])
        #expect(result == .partial(BookData(book: .init(title: "Emma", stars: nil)), [error]))
        #expect(error.code == "UPSTREAM")
        #expect("\(error)" == "book.stars: no rating (UPSTREAM)")
        #expect(result.errors(at: ["book"]) == [error])
        #expect(result.errors(at: ["book", "title"]).isEmpty)
    }

    @Test(
        "errors without data are a failed result, whatever the status says",
        arguments: [
            ServerResponse.json(#"{"data":null,"errors":[{"message":"no"}]}"#),
            .json(#"{"errors":[{"message":"no"}]}"#),
            .json(#"{"errors":[{"message":"no"}]}"#, status: .badRequest),
            .graphQL(#"{"errors":[{"message":"no"}]}"#, status: .badRequest),
            .graphQL(#"{"data":null,"errors":[{"message":"no"}]}"#, status: .unprocessableContent),
            .json(#"{"errors":[{"message":"no"}]}"#, status: .forbidden),
        ])
    func failed(response: ServerResponse) async throws {
        #expect(try await result(of: response) == .failed([GraphQLError(message: "no")]))
    }

    @Test(
        "errors of another form keep the data, and the server's words",
        arguments: [
            (
                #"[{"message":"a"},{"code":5,"reason":"spent"},"plain",{"message":7},null]"#,
                ["a", "code: 5, reason: spent", "plain", "message: 7", "The server sent an error without a message."]
            ),
            (#""all wrong""#, ["all wrong"]), (#"{"message":"single","path":["book"]}"#, ["single"]),
            (#"{"detail":["x",true]}"#, ["detail: x, true"]),
        ])
    func otherErrors(errors: String, messages: [String]) async throws {
        let json = BookData.emmaJSON.dropLast() + #","errors":"# + errors + "}"
        let result = try await result(of: .json(String(json)))
        #expect(result.value == .emma)
        #expect(result.errors.map(\.message) == messages)
    }

    @Test("an optional member of an unexpected type is ignored, and paths contain names and positions")
    func lenient() async throws {
        let json = #"""
            {"data":null,"errors":[{"message":"a","path":["books",0,"title"],"locations":"x","extensions":[1]},
            {"message":"b","path":{"a":1},"locations":null,"extensions":null},{"message":"c","path":[1.5]}]}
            """#
        #expect(
            try await result(of: .json(json))
                == .failed([
                    GraphQLError(message: "a", path: ["books", 0, "title"]), GraphQLError(message: "b"),
                    GraphQLError(message: "c"),
                ]))
    }

    @Test(
        "a null that an error explains makes a result failed if its type requires a value",
        arguments: [
            (#"{"data":{"book":{"stars":1}},"errors":[{"message":"m","path":["book","title"]}]}"#, true),
            (#"{"data":{"book":{"title":null}},"errors":[{"message":"m","path":["book","title","text"]}]}"#, true),
            (#"{"data":{"book":{"title":null}},"errors":[{"message":"m","path":["book","stars"]}]}"#, false),
            (#"{"data":{"book":{"title":null}},"errors":[{"message":"m"}]}"#, false),
            (#"{"data":{"book":{"title":7}},"errors":[{"message":"m","path":["book","title"]}]}"#, false),
        ])
    func explainedNull(json: String, isFailed: Bool) async throws {
        if isFailed {
            #expect(try await result(of: .json(json)).errors.map(\.message) == ["m"])
        } else {
            #expect(try await decodingFailure(of: json)?.path == "data.book.title")
        }
    }

    @Test(
        "a response that is neither data nor errors is a decoding error that describes it",
        arguments: [
            (#"{}"#, "data", "{}"), (#"{"data":null}"#, "data", "{data: null}"),
            (#"{"data":null,"errors":[]}"#, "data", "{data: null, errors: []}"),
            (#"{"message":"hello"}"#, "data", "{message: string}"),
            (#"{"errors":"no"}"#, "errors", "{errors: string}"),
            (#"[]"#, "", "[]"), ("nothing", "", "7 bytes that are not JSON"),
            ("<html>", "", "6 bytes that are not JSON and look like HTML or XML"),
        ])
    func neither(json: String, path: String, excerpt: String) async throws {
        let failure = try await decodingFailure(of: json)
        #expect(failure?.path == path)
        #expect(failure?.excerpt == excerpt)
    }

    @Test(
        "a response by something that is no GraphQL server keeps its status, text and Retry-After",
        arguments: [
            (.data(Data("<html>".utf8), fields: [.contentType: "text/html"]), .unexpectedMedia(received: "text/html")),
            (
                .text("Unable to parse request body as JSON\n", status: .badRequest),
                .status(HTTPFailure(status: 400, message: "Unable to parse request body as JSON"))
            ),
            (
                .json(#"{"errors":{"id":["is invalid"]}}"#, status: .unprocessableContent),
                .status(HTTPFailure(status: 422, fields: [.init(field: "id", message: "is invalid")]))
            ),
            (
                .data(
                    Data(#"{"errors":[{"message":"slow down"}]}"#.utf8), status: .tooManyRequests,
                    fields: [.contentType: "application/json", .retryAfter: "60"]),
                .status(HTTPFailure(status: 429, message: "slow down", retryAfter: .seconds(60)))
            ),
        ] as [(ServerResponse, NetworkError.Cause)])
    func noResult(response: ServerResponse, cause: NetworkError.Cause) async throws {
        #expect(try await failure(of: response) == cause)
    }

    @Test(
        "JSON data is the server's text, with its order, digits and escapes",
        arguments: [
            (#"{"data":{"b":1.10,"a":[1,{"c":"}\\\""}]}}"#, #"{"b":1.10,"a":[1,{"c":"}\\\""}]}"#),
            (
                #" { "errors" : [ { "message":"data" } ] , "data" : { "data" : "\"data\":1" } } "#,
                #"{ "data" : "\"data\":1" }"#
            ),
            (#"{"x":{"data":1},"data":{"big":12345678901234567890},"y":["data"]}"#, #"{"big":12345678901234567890}"#),
            (#"{"x":"data","data":{},"data ":{"a":1}}"#, "{}"),
        ])
    func json(body: String, data: String) async throws {
        let operation = GraphQLOperation<TestMember, GraphQLJSON>("{ a }")
        let result = try await Harness(.json(body)).graphQL.execute(operation)
        #expect(result.value?.text == data)
        #expect(result.errors.count == (body.contains("errors") ? 1 : 0))
        let failed = try await Harness(.json(#"{"data":null,"errors":[{"message":"m"}]}"#)).graphQL.execute(operation)
        #expect(failed == .failed([GraphQLError(message: "m")]))
    }
}

@Suite("Hostile GraphQL responses", .timeLimit(.minutes(10)))
struct HostileResponseTests {
    private static let tooDeep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    private static let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)

    @Test(
        "JSON that is nested 10,000 levels deep is a decoding error",
        arguments: [
            #"{"data":\#(tooDeep)}"#, #"{"data":{"book":null},"extra":\#(tooDeep)}"#,
            #"{"errors":[{"message":"m","extensions":{"a":\#(tooDeep)}}]}"#,
            #"{"errors":[{"message":"m","path":\#(tooDeep)}]}"#,
            String(repeating: #"{"errors":"#, count: 10_000),
        ])
    func deep(json: String) async throws {
        for status in [200, 400] {
            let error = await (try Harness(.json(json, status: .init(code: status)))).failure()
            #expect(error?.cause.name == (status == 200 ? "decoding" : "400"))
        }
    }

    @Test("extensions that are nested as deep as the parser allows are cut off")
    func nestedExtensions() async throws {
        let json = #"{"errors":[{"message":"m","extensions":{"a":\#(Self.nested),"code":"C"}}]}"#
        let result = try await Harness(.json(json)).graphQL.execute(.book())
        #expect(result.errors.map(\.code) == ["C"])
        var value = result.errors.first?.extensions["a"]
        var levels = 0
        while let inner = value?.list?.first { (value, levels) = (inner, levels + 1) }
        #expect(value == .tooDeep)
        #expect(levels < 24)
    }

    @Test("data of unknown shape must be JSON text in UTF-8, so that none of it is lost or replaced")
    func invalidJSONText() async throws {
        let json = #"{"data":{"book":null}}"#
        var invalid = Data(#"{"data":{"book":""#.utf8)
        invalid.append(contentsOf: [0xFF, 0xC0, 0x80])
        invalid.append(Data(#""}}"#.utf8))
        let utf16 = try #require(json.data(using: .utf16))
        let escaped = Data(#"{"d\u0061ta":{"book":null}}"#.utf8)
        for body in [invalid, utf16, escaped] {
            let harness = try Harness(.data(body, fields: [.contentType: "application/json"]))
            let operation = GraphQLOperation<TestMember, GraphQLJSON>("{ book }")
            let error = await #expect(throws: NetworkError.self) { try await harness.graphQL.execute(operation) }
            #expect(error?.cause.name == "decoding")
        }
        let valid = try Harness(.data(Data(json.utf8), fields: [.contentType: "application/json"]))
        let result = try await valid.graphQL.execute(GraphQLOperation<TestMember, GraphQLJSON>("{ book }"))
        #expect(result.value?.text == #"{"book":null}"#)
    }

    @Test("of a list with 100,000 errors, the first 100 are read")
    func manyErrors() async throws {
        let errors = Array(repeating: #"{"message":"m"}"#, count: 100_000).joined(separator: ",")
        let harness = try Harness(.json(#"{"data":null,"errors":[\#(errors)]}"#), responseLimit: 4 * 1024 * 1024)
        #expect(try await harness.graphQL.execute(.book()).errors.count == 100)
    }

    @Test("the text \"errors\" within the data does not make a result incomplete")
    func wordErrors() async throws {
        let result = try await Harness(.json(#"{"data":{"book":{"title":"\"errors\"","errors":[{"message":"m"}]}}}"#))
            .graphQL.execute(.book())
        #expect(result == .complete(BookData(book: .init(title: "\"errors\"", stars: nil))))
    }
}

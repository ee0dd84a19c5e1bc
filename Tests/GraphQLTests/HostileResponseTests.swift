import Foundation
import GraphQL
import HTTPTypes
import Networking
import TestSupport
import Testing

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

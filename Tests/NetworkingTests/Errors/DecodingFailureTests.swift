import EngineTestSupport
import Foundation
import Networking
import NetworkingTestSupport
import Testing

@Suite("Decoding errors")
struct DecodingFailureTests {
    private struct Order: Decodable {
        let items: [Line]
        let extra: [String: Line]?

        struct Line: Decodable {
            let name: String
            let count: UInt8
            let color: Color?
            let site: URL?
            let id: UUID?
            let bytes: Data?

            enum CodingKeys: String, CodingKey {
                case name, count, site, id, bytes
                case color = "line_color"
            }
        }

        enum Color: String, Decodable {
            case red, blue
        }
    }

    private func failure<Value: Decodable & Sendable>(
        of text: String, as type: Value.Type, response: ResponseDecoding<Int>? = nil
    ) async throws -> (failure: DecodingFailure, error: NetworkError) {
        let response = response ?? .json(type) { _ in 1 }
        let error = await #expect(throws: NetworkError.self) {
            try await Session.guest(over: FakeTransport { _ in .json(text) })
                .send(Endpoint<TestGuest, Int>(.get, "/a", response: response))
        }
        let thrown = try #require(error)
        return (try #require(thrown.decodingFailure), thrown)
    }

    @Test(
        "a decoding error gives the coding path from the outside in, in the response's spelling, without its values",
        arguments: [
            (#"{}"#, "items"), (#"{"items":null}"#, "items"), (#"{"items":{"name":1}}"#, "items"),
            (#"{"items":[{"name":"a","count":1},{"count":1,"other":"SECRET"}]}"#, "items.1.name"),
            (#"{"items":[{"name":7,"count":1}]}"#, "items.0.name"),
            (#"{"items":[{"name":"SECRET","count":"SECRET"}]}"#, "items.0.count"),
            // Foundation loses the path of a number that does not fit.
            (#"{"items":[{"name":"a","count":7736251}]}"#, ""),
            (#"{"items":[{"name":"a","count":1,"line_color":"SECRET"}]}"#, "items.0.line_color"),
            (#"{"items":[{"name":"a","count":1,"id":"SECRET"}]}"#, "items.0.id"),
            (#"{"items":[{"name":"a","count":1,"bytes":"SECRET!"}]}"#, "items.0.bytes"),
            (#"{"items":[],"extra":{"k":{"name":"a"}}}"#, "extra.k.count"),
            (#"{"items":[SECRET]}"#, ""), (#"SECRET"#, ""), ("", ""), ("\u{FEFF}<html>SECRET</html>", ""),
        ])
    func place(text: String, path: String) async throws {
        let text = Canary("answer").planted(in: text)
        let (failure, error) = try await failure(of: text, as: Order.self)
        #expect(failure.path == path)
        #expect(!failure.expectation.isEmpty)
        #expect(!error.isRetryable)
        for shown in [failure.expectation, failure.excerpt ?? "", error.description, error.userMessage] {
            #expect(!shown.contains("canary"))
            #expect(!shown.contains("7736251"))
        }
    }

    private struct OutOfRange: Error, CustomStringConvertible {
        enum Place: CodingKey { case at }

        let description = "count: A count is positive."

        static let context = DecodingError.Context(
            codingPath: [Place.at], debugDescription: "Expected a date such as 2026-01-31.", underlyingError: Self())
    }

    @Test(
        "the error of another coder gives its path and reason, and a mapping error its type and description",
        arguments: [
            (
                ResponseDecoding<Int>(accept: nil) { _, _ in throw DecodingError.dataCorrupted(OutOfRange.context) },
                "at", ["Expected a date such as 2026-01-31."]
            ),
            (.json(Int.self) { _ in throw OutOfRange() }, "", ["OutOfRange", "A count is positive."]),
        ] as [(ResponseDecoding<Int>, String, [String])])
    func reasons(response: ResponseDecoding<Int>, path: String, words: [String]) async throws {
        let failure = try await failure(of: "1", as: Int.self, response: response).failure
        #expect(failure.path == path)
        for word in words { #expect(failure.expectation.contains(word)) }
    }

    @Test(
        "a decoding error lists names and types around the failing path",
        arguments: [
            (
                #"{"items":[{"name":"a","count":1},{"count":1,"x":null,"y":[],"z":[{}],"f":true}]}"#,
                "{count: number, f: boolean, x: null, y: [], z: [1 × {}]}"
            ),
            (#"{"items":null,"extra":{"a":1}}"#, "{extra: {a: number}, items: null}"),
            (#"{"items":"x"}"#, "{items: string}"),
            (#"{"items":[{"name":"a","count":1},7]}"#, "[2 × {count: number, name: string}]"),
            ("[1,2]", "[2 × number]"), ("7", "number"),
            ("<html>title</html>", "18 bytes that are not JSON and look like HTML or XML"),
            (#"{"items":[],"#, "12 bytes that are not JSON"),
        ])
    func excerpt(text: String, expected: String) async throws {
        #expect(try await failure(of: text, as: Order.self).failure.excerpt == expected)
    }

    @Test(
        "a decoding error lists no name that is a value",
        arguments: [
            "ada@example.com", "a8f3c2d1", "eyJhbGciOiJIUzI1NiJ9", "123", "two words", "", "é",
            "averyveryveryveryveryveryverylongname", "name1234", "md5sum",
        ])
    func names(name: String) async throws {
        let excerpt = try #require(
            try await failure(of: #"{"\#(name)":{"x":1},"line_2":7}"#, as: Order.self).failure.excerpt)
        #expect(
            excerpt == "{line_2: number, ‹name›: {x: number}}" || excerpt == "{‹name›: {x: number}, line_2: number}")
    }

    @Test("a decoding error lists little of a large response, and nothing of a huge one")
    func large() async throws {
        let members = (0..<1000).map { "\"name_\($0)\":\($0)" }.joined(separator: ",")
        let large = try #require(try await failure(of: "{\(members)}", as: Order.self).failure.excerpt)
        #expect(large.count < 600)
        #expect(large.hasSuffix(", …}"))
        let huge = #"{"x":"\#(String(repeating: "a", count: 256 * 1024 - 7))"}"#
        #expect(try await failure(of: huge, as: Order.self).failure.excerpt == nil)
    }

    @Test("a decoding error of a deeply nested response does not overflow the stack")
    func deep() async throws {
        for depth in [23, 24, 25, 500, 100_000] {
            let text = #"{"items":\#(String(repeating: "[", count: depth))\#(String(repeating: "]", count: depth))}"#
            #expect(try await failure(of: text, as: Order.self).failure.excerpt?.isEmpty == false)
        }
    }
}

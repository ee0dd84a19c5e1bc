import Foundation
import Networking
import TestSupport
import Testing

@Suite("Requests to httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct RequestTests {
    @Test(
        "every method sends its body", arguments: TransportUnderTest.all,
        [Networking.RequestMethod.post, .put, .patch, .delete])
    func methods(transport: TransportUnderTest, method: Networking.RequestMethod) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                method, body: .data(Data("héllo\n".utf8), contentType: "text/plain; charset=utf-8"))
            #expect(echo.method == method.rawValue)
            #expect(echo.data == "héllo\n")
            #expect(echo.header("Content-Type") == "text/plain; charset=utf-8")
            #expect(echo.header("Content-Length") == "7")
        }
    }

    @Test("a DELETE without a body has no Content-Length", arguments: TransportUnderTest.all)
    func emptyDelete(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.delete, "/delete")
            #expect(echo.data == "")
            #expect(echo.header("Content-Type") == nil)
            #expect(echo.header("Transfer-Encoding") == nil)
        }
    }

    @Test("query values arrive unchanged", arguments: TransportUnderTest.all)
    func query(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(query: [
                QueryItem("tag", "a b"), QueryItem("tag", "c+d&e=f;g"), QueryItem("näme", "100 % 😀"),
                QueryItem("empty", ""),
            ])
            #expect(echo.args == ["tag": ["a b", "c+d&e=f;g"], "näme": ["100 % 😀"], "empty": [""]])
        }
    }

    @Test("a path value stays within its segment", arguments: TransportUnderTest.all)
    func path(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(.get, "/anything/\("a b?c=d#e")/\("ü")")
            #expect(echo.args.isEmpty)
            let path = try #require(echo.url.components(separatedBy: "/anything/").last)
            #expect(path.removingPercentEncoding == "a b?c=d#e/ü")
        }
    }

    @Test("form values arrive unchanged", arguments: TransportUnderTest.all)
    func form(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/post",
                body: .form([
                    QueryItem("a", "1 + 1 = 2"), QueryItem("b", "x&y"), QueryItem("b", "é😀"), QueryItem("c", ""),
                ]))
            #expect(echo.form == ["a": ["1 + 1 = 2"], "b": ["x&y", "é😀"], "c": [""]])
            #expect(echo.header("Content-Type") == "application/x-www-form-urlencoded")
        }
    }

    @Test("a value is sent as JSON", arguments: TransportUnderTest.all)
    func json(transport: TransportUnderTest) async throws {
        struct Note: Codable, Equatable { let text: String }
        struct Seen: Decodable { let json: Note }
        try await Visitor.visit(over: transport) { visitor in
            let seen: Seen = try await visitor.guest.send(
                Endpoint(.post, "/post", body: .encodable(Note(text: "\"é\" \u{2028}")), response: .json))
            #expect(seen.json == Note(text: "\"é\" \u{2028}"))
        }
    }

    @Test("the request id of an error is the one that was sent", arguments: TransportUnderTest.all)
    func requestID(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            // httpbin hides this field by default.
            let response = try await visitor.response(.get, "/anything", query: [QueryItem("show_env", 1)])
            let echo = try JSONDecoder().decode(Echo.self, from: response.body)
            #expect(echo.header("X-Request-Id") == response.requestID.uuidString.lowercased())
        }
    }

    @Test("a field of eight thousand bytes arrives completely", arguments: TransportUnderTest.all)
    func largeField(transport: TransportUnderTest) async throws {
        let value = String(repeating: "0123456789", count: 800)
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(headers: [HeaderField("X-Large", value)])
            #expect(echo.header("X-Large") == value)
        }
    }

    @Test(
        "a request that the server finds too large is the server's refusal, not a lost connection",
        arguments: TransportUnderTest.all)
    func tooLargeField(transport: TransportUnderTest) async throws {
        let value = String(repeating: "0123456789", count: 900)
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/anything", headers: [HeaderField("X-Large", value)])
            #expect(response.status == 431)
        }
    }
}

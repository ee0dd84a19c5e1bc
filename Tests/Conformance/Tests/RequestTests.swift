import EngineTestSupport
import Foundation
import Networking
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

    @Test("path, query and form values arrive unchanged, each in its place", arguments: TransportUnderTest.all)
    func values(transport: TransportUnderTest) async throws {
        let items = [
            QueryItem("tag", "a b"), QueryItem("tag", "c+d&e=f;g"), QueryItem("näme", "100 % 😀"),
            QueryItem("empty", ""),
        ]
        try await Visitor.visit(over: transport) { visitor in
            let echo = try await visitor.echo(
                .post, "/anything/\("a b?c=d#e")/\("ü")", query: items, body: .form(items))
            let path = try #require(echo.url.split(separator: "?").first).components(separatedBy: "/anything/").last
            #expect(path?.removingPercentEncoding == "a b?c=d#e/ü")
            #expect(echo.args == ["tag": ["a b", "c+d&e=f;g"], "näme": ["100 % 😀"], "empty": [""]])
            #expect(echo.form == echo.args)
            #expect(echo.header("Content-Type") == "application/x-www-form-urlencoded")
        }
    }

    @Test(
        "a large field arrives, and one that is too large is the server's refusal and not a lost connection",
        arguments: TransportUnderTest.all, [(800, 200), (900, 431)])
    func largeField(transport: TransportUnderTest, field: (tens: Int, status: Int)) async throws {
        let value = String(repeating: "0123456789", count: field.tens)
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/anything", headers: [HeaderField("X-Large", value)])
            #expect(response.status == field.status)
            #expect(String(decoding: response.body, as: UTF8.self).contains(value) == (field.status == 200))
        }
    }
}

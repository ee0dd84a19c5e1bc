import Foundation
import Networking
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The printed response of strata api")
struct ResponseTests {
    private func response(_ body: Data, type: String?) -> APIResponse {
        APIResponse(
            response: RawResponse(
                status: 200, reason: "OK",
                headers: [HeaderField("Set-Cookie", "a=1"), HeaderField("Set-Cookie", "b=2\u{1B}[2J")]
                    + (type.map { [HeaderField("Content-Type", $0)] } ?? []),
                body: body, requestID: UUID(), attempts: 1))
    }

    @Test("a pipe gets every byte, a terminal indented JSON and no control characters")
    func content() throws {
        let json = response(Data(#"{"b":1,"a":"é/"}"#.utf8), type: "application/problem+json; charset=utf-8")
        #expect(try json.content(forTerminal: false) == Data(#"{"b":1,"a":"é/"}"#.utf8))
        let shown = String(decoding: try json.content(forTerminal: true), as: UTF8.self)
        #expect(shown == "{\n  \"b\": 1,\n  \"a\": \"é/\"\n}\n", "the server's order of keys")
        let text = response(Data("a\tb\u{1B}[31mc\n".utf8), type: "text/plain")
        #expect(String(decoding: try text.content(forTerminal: true), as: UTF8.self) == "a\tb\u{FFFD}[31mc\n")
        let lines = response(Data("one\r\ntwo\u{202E}\r\n".utf8), type: "text/plain")
        #expect(String(decoding: try lines.content(forTerminal: true), as: UTF8.self) == "one\ntwo\u{FFFD}\n")
        #expect(try lines.content(forTerminal: false) == lines.response.body)
    }

    @Test("a binary response is not printed on a terminal")
    func binary() throws {
        let binary = response(Data([0xFF, 0xD8, 0, 1]), type: "image/jpeg")
        #expect(throws: Failure.self) { try binary.content(forTerminal: true) }
        #expect(try binary.content(forTerminal: false).count == 4)
    }

    @Test("the head shows duplicate fields, and on a terminal no control characters")
    func head() {
        let head = response(Data(), type: nil).head(forTerminal: true)
        let shown = "HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=2\u{FFFD}[2J\n\n"
        #expect(String(decoding: head, as: UTF8.self) == shown)
    }

    @Test("the JSON output embeds the body's own JSON with its order of keys and its numbers")
    func output() throws {
        let body = #"{"half":0.10,"big":9007199254740993,"list":[null,true,"x"]}"#
        let text = try response(Data(body.utf8), type: "application/json").output.indented
        #expect(JSONText(wellFormed: text).line.contains(#""body":{"json":\#(body)}"#))
        let value = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(value.keys) == ["attempts", "body", "headers", "request_id", "status"])
        let marked = response(Data([0xEF, 0xBB, 0xBF]) + Data(body.utf8), type: "application/json")
        #expect(JSONText(wellFormed: try marked.output.indented).line.contains(#""body":{"json":\#(body)}"#))
        #expect(try response(Data("plain".utf8), type: nil).output.indented.contains(#""text": "plain""#))
        #expect(try response(Data([0xFF]), type: nil).output.indented.contains(#""base64": "/w==""#))
        for broken in ["{", #"{"a":1,}"#, "01", "\"a\nb\""] {
            let text = try response(Data(broken.utf8), type: "application/json").output.indented
            #expect(text.contains(#""text": "#), "\(text)")
            #expect(JSONText(text) != nil)
        }
    }
}

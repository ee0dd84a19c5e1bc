import Foundation
import Networking
import Testing

@testable import Demo

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
        #expect(shown.contains("\n") && shown.contains(#""a" : "é/""#))
        let text = response(Data("a\tb\u{1B}[31mc\n".utf8), type: "text/plain")
        #expect(String(decoding: try text.content(forTerminal: true), as: UTF8.self) == "a\tb\u{FFFD}[31mc\n")
    }

    @Test("a binary response is not printed on a terminal")
    func binary() throws {
        let binary = response(Data([0xFF, 0xD8, 0, 1]), type: "image/jpeg")
        #expect(throws: Failure.self) { try binary.content(forTerminal: true) }
        #expect(try binary.content(forTerminal: false).count == 4)
    }

    @Test("the head shows duplicate fields and no control characters")
    func head() {
        #expect(
            response(Data(), type: nil).head == "HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=2\u{FFFD}[2J")
    }

    @Test("the JSON output embeds the body's own JSON value with exact numbers")
    func output() throws {
        let body = #"{"big":9007199254740993,"half":0.1,"list":[null,true,"x"]}"#
        let text = try JSONOutput.text(response(Data(body.utf8), type: "application/json").output)
        #expect(text.contains("9007199254740993"))
        #expect(text.contains(#""half" : 0.1"#))
        #expect(try JSONOutput.text(response(Data("plain".utf8), type: nil).output).contains(#""text" : "plain""#))
        #expect(try JSONOutput.text(response(Data([0xFF]), type: nil).output).contains(#""base64" : "/w==""#))
    }
}

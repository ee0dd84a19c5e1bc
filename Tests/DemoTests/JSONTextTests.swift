import Foundation
import Testing

@testable import CommandLine

@Suite("JSON text in another layout")
struct JSONTextTests {
    @Test(
        "a text is written on one line, with the same tokens",
        arguments: [
            ("{ \"a\" : [ 1 , 2.50 ] ,\n\t\"b\" : { } }", #"{"a":[1,2.50],"b":{}}"#),
            (#""a \" b ,: [ \\""#, #""a \" b ,: [ \\""#), ("null", "null"), ("[[],{}]", "[[],{}]"),
            ("\"\u{7F}\u{9B}31m\u{202E}\u{2066}é\u{200F}👩🏽‍💻\"", #""\u007f\u009b31m\u202e\u2066é\#u{200F}👩🏽‍💻""#),
            (" [-0, 1.10, 2e3, 9007199254740993, 1E-5]\r\n", "[-0,1.10,2e3,9007199254740993,1E-5]"),
        ])
    func line(json: String, line: String) throws {
        let text = try #require(JSONText(json))
        #expect(text.line == line)
        #expect(JSONText(text.indented)?.line == line)
    }

    @Test("members and items are indented, and empty brackets stay together")
    func indented() {
        #expect(
            JSONText(#"{"a":[1,{"b":[ ]}],"c":"d"}"#)?.indented == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": "d"
                }
                """)
    }

    @Test(
        "a text that breaks a rule of RFC 8259 is rejected, although decoders may accept it",
        arguments: [
            "", " ", #"{"a":1,}"#, "[1,]", "[,1]", "[1 2]", "01", "-01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1",
            "NaN",
            "tru", "truee", "'a'", #""a"#, #""\x""#, #""\u12g4""#, #""\u123"#, "\"\u{1}\"", "\"a\nb\"", #"{"a"}"#,
            #"{"a":}"#,
            "{1:2}", "{a:1}", "[1}", #"{"a":1]"#, "[", "[1", "[1]]", "[] []", "{} x", "// c\n1", "\u{A0}1",
        ])
    func malformed(text: String) {
        #expect(JSONText(text) == nil)
    }

    @Test("a body in UTF-8 may begin with a byte order mark; one in another encoding is rejected")
    func encoding() throws {
        #expect(JSONText(Data("\u{FEFF}[1]".utf8))?.text == "[1]")
        #expect(JSONText(Data([0x22, 0xFF, 0x22])) == nil)
        #expect(JSONText(try #require("[1]".data(using: .utf16))) == nil)
    }

    @Test("deep nesting is read without recursion, and beyond 64 levels it is not indented")
    func deep() throws {
        let json = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        #expect(try #require(JSONText(json)).line == json)
        #expect(JSONText(String(json.dropLast())) == nil)
        let nested = String(repeating: "[", count: 5_000) + #"1,{"a":[2]}"# + String(repeating: "]", count: 5_000)
        let indented = try #require(JSONText(nested)).indented
        #expect(JSONText(indented)?.line == nested)
        #expect(indented.split(separator: "\n").count == 129 && indented.utf8.count < 2 * nested.utf8.count)
    }
}

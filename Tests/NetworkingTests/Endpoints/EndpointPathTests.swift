import ContractSuites
import Networking
import TestSupport
import Testing

@Suite("Endpoint paths", .failsOnUnexpectedCalls)
struct EndpointPathTests {
    @Test(
        "a path value stays within its segment",
        arguments: [
            ("plain", "plain"), ("../admin", "..%2Fadmin"), ("a/b", "a%2Fb"), ("a\\b", "a%5Cb"), ("a b", "a%20b"),
            ("a+b", "a%2Bb"), ("100%", "100%25"), ("%2e%2e", "%252e%252e"), ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"),
            ("😀", "%F0%9F%98%80"), ("a?b#c", "a%3Fb%23c"), ("a;b=c", "a%3Bb%3Dc"), ("...", "..."), (" ", "%20"),
            ("\r\nHost: evil", "%0D%0AHost%3A%20evil"), ("\u{0}", "%00"), ("..;", "..%3B"),
        ])
    func segment(value: String, encoded: String) {
        let path: EndpointPath = "/users/\(value)/avatar"
        #expect(path.encoded == "/users/\(encoded)/avatar")
    }

    @Test("a path with a value that no encoding can keep within a segment is invalid", arguments: ["", ".", ".."])
    func invalid(value: String) {
        let path: EndpointPath = "/users/\(value)/avatar"
        #expect(path.encoded == nil)
        #expect(throws: InvalidRequest.self) {
            try Router(environment: .fixture(), coding: MockBodyCoding())
                .route(Endpoint<TestGuest, Void>(.delete, path, response: .nothing))
        }
    }

    @Test("a path stays invalid whatever valid values follow")
    func staysInvalid() {
        let path: EndpointPath = "/\("")/\("a")/\("b")"
        #expect(path.encoded == nil)
    }

    @Test("a path accepts numbers as values")
    func numbers() {
        let path: EndpointPath = "/pages/\(7)/\(Int64.min)/\(UInt8.max)"
        #expect(path.encoded == "/pages/7/-9223372036854775808/255")
    }

    @Test("a literal path is used unchanged")
    func literal() {
        let path: EndpointPath = "/users/me"
        #expect(path.encoded == "/users/me")
        #expect(path == "/users/\("me")")
    }

    @Test("a path accepts substrings as values")
    func substring() {
        let path: EndpointPath = "/\("a/b".prefix(2))"
        #expect(path.encoded == "/a%2F")
    }
}

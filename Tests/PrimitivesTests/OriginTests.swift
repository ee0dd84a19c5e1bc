import Foundation
import Primitives
import Testing

@Suite("Origin") struct OriginTests {
    @Test(
        "an http or https URL has the origin that RFC 6454 serializes",
        arguments: [
            ("https://api.example.com", "https://api.example.com"),
            ("https://api.example.com/v2/users?page=1#top", "https://api.example.com"),
            ("https://api.example.com:443", "https://api.example.com"),
            ("http://api.example.com:80", "http://api.example.com"),
            ("https://api.example.com:80", "https://api.example.com:80"),
            ("http://api.example.com:443", "http://api.example.com:443"),
            ("HTTPS://API.Example.COM", "https://api.example.com"),
            ("https://ada:pw@api.example.com/", "https://api.example.com"),
            ("https://api.example.com@evil.example/", "https://evil.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/x", "http://[::1]:8080"),
            ("http://[2001:DB8::1]:80", "http://[2001:db8::1]"),
            ("https://api.example.com.", "https://api.example.com."),
        ])
    func serialization(address: String, expected: String) throws {
        #expect(try origin(address).description == expected)
    }

    @Test(
        "a URL that is not http or https, or is invalid, has no origin",
        arguments: [
            "ftp://api.example.com", "file:///etc/passwd", "mailto:ada@example.com", "/v2/users", "users",
            "https:///path", "https:", "https:api", "http://a.example:0", "https://a.example:70000/x",
            "http://user@a.example:99999999999999999999", "http://ex%61mple.com/", "http://exa%0Ample.com/",
        ])
    func noOrigin(address: String) throws {
        #expect(try Origin(#require(URL(string: address))) == nil)
    }

    @Test(
        "URLs share an origin exactly if scheme, host and port agree",
        arguments: [
            ("https://a.example", "https://A.example:443/x", true), ("http://[::1]", "http://[::1]:80/", true),
            ("https://a.example", "http://a.example", false), ("https://a.example", "http://a.example:443", false),
            ("https://a.example", "https://a.example:8443", false), ("https://a.example", "https://b.a.example", false),
            ("https://a.example", "https://a.example.", false),
            ("https://bücher.example", "https://xn--bcher-kva.example", true),
        ])
    func equality(left: String, right: String, isSame: Bool) throws {
        #expect((try origin(left) == origin(right)) == isSame)
        #expect(try Set([origin(left), origin(right)]).count == (isSame ? 1 : 2))
    }

    @Test("the parts are lower case, with the port filled in and an IPv6 literal without brackets")
    func parts() throws {
        let origin = try origin("HTTP://[2001:DB8::A]/x")
        #expect(origin.scheme == "http")
        #expect(origin.host == "2001:db8::a")
        #expect(origin.port == 80)
    }

    private func origin(_ text: String) throws -> Origin {
        let url = try #require(URL(string: text))
        return try #require(Origin(url))
    }
}

@Suite("Host and port of a URL")
struct AuthorityTests {
    @Test(
        "a name or an address is parsed, with a port or without",
        arguments: [
            ("a.example", "a.example", nil), ("A.Example:8080", "a.example", 8_080), ("a.example:", "a.example", nil),
            ("[::1]", "::1", nil), ("[2001:DB8::A]:65535", "2001:db8::a", 65_535), ("127.1:1", "127.1", 1),
            ("my_host-1", "my_host-1", nil), ("h:080", "h", 80),
        ] as [(String, String, Int?)])
    func valid(text: String, host: String, port: Int?) throws {
        let authority = try Authority(text)
        #expect(authority.host == host)
        #expect(authority.port == port)
    }

    @Test(
        "a port is a number from 1 to 65535",
        arguments: ["0", "65536", "99999999999999999999", "+80", "-1", "8o", "1:2", " 80", "٨٠", "00"])
    func port(text: String) {
        #expect(throws: InvalidAddress.port) { try Authority("a.example:\(text)") }
        #expect(throws: InvalidAddress.port) { try Authority("[::1]:\(text)") }
    }

    @Test(
        "an invalid authority has no host",
        arguments: [
            "", ":80", "bücher.example", "a%2Eb", "a b", "user@a.example", "[", "[]", "[::1", "[::1]x", "[::1%25eth0]",
            "[127.0.0.1]", "[1:2]", "a;b", "a\r\nb", "*",
        ])
    func host(text: String) {
        #expect(throws: InvalidAddress.host) { try Authority(text) }
    }
}

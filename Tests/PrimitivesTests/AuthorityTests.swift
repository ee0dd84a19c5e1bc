import Primitives
import Testing

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

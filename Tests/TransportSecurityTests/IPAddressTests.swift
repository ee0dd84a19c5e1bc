import Testing
import TransportSecurity

@Suite("IP addresses")
struct IPAddressTests {
    @Test(
        "every spelling that resolvers accept is the same IP address",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("127.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"),
            ("0x7f000001", "127.0.0.1"), ("0X7F.0.0.1", "127.0.0.1"), ("0177.0.0.01", "127.0.0.1"), ("0", "0.0.0.0"),
            ("1.2.65535", "1.2.255.255"), ("4294967295", "255.255.255.255"), ("::ffff:127.0.0.1", "127.0.0.1"),
            ("::FFFF:7f00:1", "127.0.0.1"), ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8::A", "2001:db8::a"),
        ])
    func spellings(text: String, expected: String) throws {
        #expect(try #require(IPAddress(text)).description == expected)
    }

    @Test(
        "a host name is not an IP address",
        arguments: [
            "", "localhost", "a.example", "256.0.0.1", "1.2.3.4.5", "1..2", "1.2.3.", "4294967296", "1.16777216", "08",
            "1.+2", "0x", "1a", "12x", "[::1]", "::1%lo", ":", "1.2.3.4 ",
        ])
    func names(text: String) {
        #expect(IPAddress(text) == nil)
    }
}

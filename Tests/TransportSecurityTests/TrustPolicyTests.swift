import Foundation
import Testing
import TransportSecurity

@Suite("Trust policy")
struct TrustPolicyTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test("a pin is parsed from the text that tools print, and prints as that text")
    func pin() throws {
        let text = "sha256/" + Data(0..<32).base64EncodedString()
        let pin = try KeyPin(text)
        #expect(pin.digest == Array(0..<32))
        #expect(pin.description == text)
        #expect(KeyPin(digest: Array(0..<32)) == pin)
        #expect(KeyPin(digest: Array(0..<31)) == nil)
    }

    @Test(
        "an invalid pin is rejected, and the error shows the expected format",
        arguments: [
            "", "sha256/", Data(count: 32).base64EncodedString(), "sha1/" + Data(count: 20).base64EncodedString(),
            "sha256/" + Data(count: 31).base64EncodedString(), "sha256/" + Data(count: 33).base64EncodedString(),
            "sha256/!" + Data(count: 32).base64EncodedString(), "SHA256/" + Data(count: 32).base64EncodedString(),
        ])
    func notAPin(text: String) {
        let error = #expect(throws: TrustPolicyError.notAPin(text)) { try KeyPin(text) }
        #expect(error?.description.contains("44 characters") == true)
    }

    @Test("a pin set requires two different keys, unless a single one is explicitly allowed")
    func backup() throws {
        #expect(throws: TrustPolicyError.noPin("a.example")) { try PinSet(host: "a.example", keys: []) }
        #expect(throws: TrustPolicyError.noPin("a.example")) {
            try PinSet(host: "a.example", keys: [], acceptingNoBackup: true)
        }
        #expect(throws: TrustPolicyError.noBackupPin("a.example")) { try PinSet(host: "a.example", keys: [key(1)]) }
        #expect(throws: TrustPolicyError.noBackupPin("a.example")) {
            try PinSet(host: "a.example", keys: [key(1), key(1)])
        }
        #expect(try PinSet(host: "a.example", keys: [key(1)], acceptingNoBackup: true).keys == [try key(1)])
    }

    @Test(
        "a host is one name or one address",
        arguments: [
            ("API.Example.com", "api.example.com"), ("example.com.", "example.com"), ("localhost", "localhost"),
            ("10.0.0.1", "10.0.0.1"), ("::1", "::1"), ("my_host.local", "my_host.local"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("127.1", "127.0.0.1"), ("0:0:0:0:0:0:0:1", "::1"),
            ("::FFFF:10.0.0.1", "10.0.0.1"),
        ])
    func host(text: String, normalized: String) throws {
        #expect(try PinSet(host: text, keys: [key(1), key(2)]).host == normalized)
    }

    @Test(
        "text that is not one host is rejected",
        arguments: [
            "", ".", "*.example.com", "https://example.com", "example.com:443", "cafe:443", "[::1]", "a..b", ".a",
            "a b", "bücher.example", "user@a.example",
        ])
    func notAHost(text: String) {
        #expect(throws: TrustPolicyError.notAHost(text)) { try PinSet(host: text, keys: [key(1), key(2)]) }
    }

    @Test("an IP address has no subdomains")
    func subdomainsOfAddress() {
        for address in ["10.0.0.1", "::1"] {
            #expect(throws: TrustPolicyError.subdomainsOfAddress(address)) {
                try PinSet(host: address, includingSubdomains: true, keys: [key(1), key(2)])
            }
        }
    }

    @Test("a pin set applies to its host only, unless it includes subdomains", arguments: [false, true])
    func subdomains(included: Bool) throws {
        var trust = TrustPolicy()
        trust.pins = [try PinSet(host: "example.com", includingSubdomains: included, keys: [key(1), key(2)])]
        for host in ["example.com", "EXAMPLE.com", "example.com."] {
            #expect(try trust.requiredKeys(of: host, at: now) == [key(1), key(2)])
        }
        for host in ["a.example.com", "A.b.Example.COM."] {
            #expect((trust.requiredKeys(of: host, at: now) != nil) == included)
        }
        for host in ["badexample.com", "example.com.evil.example", "com", "example.org", ""] {
            #expect(trust.requiredKeys(of: host, at: now) == nil)
        }
    }

    @Test("pins of an IP address apply to every spelling of it")
    func pinnedAddress() throws {
        var trust = TrustPolicy()
        trust.pins = [
            try PinSet(host: "127.0.0.1", keys: [key(1), key(2)]),
            try PinSet(host: "2001:db8::1", keys: [key(3), key(4)]),
        ]
        for host in ["127.1", "127.0.0.1.", "::ffff:127.0.0.1"] {
            #expect(try trust.requiredKeys(of: host, at: now) == [key(1), key(2)], "\(host)")
        }
        #expect(try trust.requiredKeys(of: "2001:DB8::1", at: now) == [key(3), key(4)])
        for host in ["127.0.0.2", "::1", "127.0.0.1.example"] {
            #expect(trust.requiredKeys(of: host, at: now) == nil, "\(host)")
        }
    }

    #if DEBUG
    @Test("a development host matches in every spelling, and has no subdomains")
    func developmentHost() throws {
        var trust = TrustPolicy()
        try trust.acceptAnyCertificate(ofDevelopmentHost: "dev.example")
        try trust.acceptAnyCertificate(ofDevelopmentHost: "127.0.0.1")
        for host in ["dev.example", "DEV.example.", "127.1"] { #expect(trust.acceptsAnyCertificate(of: host)) }
        for host in ["a.dev.example", "example", "adev.example", "127.0.0.2"] {
            #expect(!trust.acceptsAnyCertificate(of: host))
        }
    }
    #endif

    @Test("the most specific pin set applies in any order, and of equal ones the first")
    func nearest() throws {
        let far = try PinSet(host: "example.com", includingSubdomains: true, keys: [key(1), key(2)])
        let near = try PinSet(host: "b.example.com", includingSubdomains: true, keys: [key(3), key(4)])
        let exact = try PinSet(host: "a.b.example.com", keys: [key(5), key(6)])
        let again = try PinSet(host: "a.b.example.com", keys: [key(7), key(8)])
        for sets in [[far, near, exact, again], [exact, again, near, far]] {
            var trust = TrustPolicy()
            trust.pins = sets
            #expect(trust.requiredKeys(of: "a.b.example.com", at: now) == exact.keys)
            #expect(trust.requiredKeys(of: "c.b.example.com", at: now) == near.keys)
            #expect(trust.requiredKeys(of: "c.example.com", at: now) == far.keys)
        }
    }

    @Test("an expired pin set gives way to the next most specific one")
    func expiry() throws {
        var trust = TrustPolicy()
        trust.pins = [
            try PinSet(host: "example.com", includingSubdomains: true, keys: [key(1), key(2)]),
            try PinSet(host: "a.example.com", keys: [key(3), key(4)], expires: now),
        ]
        #expect(try trust.requiredKeys(of: "a.example.com", at: now.addingTimeInterval(-1)) == [key(3), key(4)])
        #expect(try trust.requiredKeys(of: "a.example.com", at: now) == [key(1), key(2)])
    }

    private func key(_ byte: UInt8) throws -> KeyPin {
        try #require(KeyPin(digest: [UInt8](repeating: byte, count: 32)))
    }
}

@Suite("Custom root certificates")
struct RootCertificateTests {
    private static let first = Data([0x30, 3, 1, 2, 3])
    private static let second = Data([0x30, 0x82, 1, 0]) + Data(count: 256)

    @Test("all certificates of a PEM file are read, with any text between them and any line ending")
    func pem() throws {
        let text = "# a company's roots\n\(Self.pem(Self.first))\nissuer: Example Ltd\n\n\(Self.pem(Self.second))\n"
        for text in [text, text.replacing("\n", with: "\r\n"), text.replacing("\n", with: " \n")] {
            let roots = try RootCertificate.parse(pem: Data(text.utf8))
            #expect(roots.map(\.der) == [Self.first, Self.second])
        }
    }

    @Test("a PEM file without a certificate is rejected, and the error describes the expected format")
    func none() {
        for text in ["", "nothing", "-----BEGIN PRIVATE KEY-----\nMAMBAgM=\n-----END PRIVATE KEY-----"] {
            let error = #expect(throws: TrustPolicyError.noCertificate) {
                try RootCertificate.parse(pem: Data(text.utf8))
            }
            #expect(error?.description.contains("BEGIN CERTIFICATE") == true)
        }
    }

    @Test("a PEM file with a damaged certificate is rejected as a whole")
    func damaged() {
        let good = Self.pem(Self.first)
        let bad = [
            String(good.dropLast(5)), good.replacing("MAMB", with: "MA!B"), Self.pem(Self.first.dropLast()),
            Self.pem(Self.first + [0]), Self.pem(Data([0x31, 1, 0])), Self.pem(Data([0x30, 0x80, 0])), Self.pem(Data()),
            Self.pem(Data([0x30, 0x88, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0])),
        ]
        for bad in bad {
            #expect(throws: TrustPolicyError.notACertificate, "\(bad)") {
                try RootCertificate.parse(pem: Data("\(good)\n\(bad)".utf8))
            }
        }
    }

    private static func pem(_ der: Data) -> String {
        let text = der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----"
    }
}

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

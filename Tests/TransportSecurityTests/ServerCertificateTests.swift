import EngineTestSupport
import Foundation
import Primitives
import Testing
import TransportSecurity

@Suite("Server certificates")
struct ServerCertificateTests {
    @Test(
        "a host is compared with a certificate's alternative names, and a wildcard matches one whole label",
        arguments: [
            ("exact.example", true), ("EXACT.Example.", true), ("a.exact.example", false), ("exact.example..", false),
            ("a.wild.example", true), ("A.WILD.example", true), ("xn--a.wild.example", true), ("wild.example", false),
            ("a.b.wild.example", false), (".wild.example", false), ("foo.part.example", false), ("cn.example", false),
            ("f*.part.example", true), ("a.com", false), ("localhost", false), ("a.b.example", false), ("", false),
            ("192.0.2.7", true), ("0xC0.0.0x207", true), ("192.0.2.8", false), ("::ffff:192.0.2.7", true),
        ])
    func names(host: String, isFor: Bool) throws {
        #expect(try certificate(Self.manyNames).isFor(host) == isFor)
    }

    @Test("a certificate's common name is not a server name")
    func commonName() throws {
        #expect(try !certificate(Self.firstVersion).isFor("v1.example"))
    }

    @Test("a certificate is valid from its first second to its last")
    func validity() throws {
        let certificate = try certificate(Self.manyNames)
        let start = try #require(ISO8601DateFormatter().date(from: "2020-01-01T00:00:00Z"))
        let end = try #require(ISO8601DateFormatter().date(from: "2119-01-01T00:00:00Z"))
        #expect(certificate.lapse(at: start.addingTimeInterval(-1)) == .early)
        #expect(certificate.lapse(at: start) == nil)
        #expect(certificate.lapse(at: end) == nil)
        #expect(certificate.lapse(at: end.addingTimeInterval(1)) == .expired)
    }

    @Test(
        "a year of two digits is one from 1950 to 2049 (RFC 5280 section 4.1.2.5.1)",
        arguments: [("00", "2000"), ("40", "2040"), ("49", "2049"), ("50", "1950"), ("99", "1999")])
    func twoDigits(digits: String, year: String) throws {
        var der = try #require(Data(base64Encoded: Self.manyNames, options: .ignoreUnknownCharacters))
        let start = try #require(der.firstRange(of: Data("200101000000Z".utf8)))
        der.replaceSubrange(start, with: Data("\(digits)0101000000Z".utf8))
        let certificate = try #require(ServerCertificate(der: der))
        let moment = try #require(ISO8601DateFormatter().date(from: "\(year)-01-01T00:00:00Z"))
        #expect(certificate.lapse(at: moment.addingTimeInterval(-1)) == .early)
        #expect(certificate.lapse(at: moment) == nil)
    }

    @Test("an RSA key below 2048 bits is weak, and the rule does not apply to other keys")
    func keys() throws {
        #expect(try certificate(Self.weak).keyWeakness?.contains("1024 bits") == true)
        #expect(try certificate(Self.manyNames).keyWeakness == nil)
    }

    /// Certificates, and the pins of their keys that OpenSSL computes.
    private static let pins = [
        (manyNames, "sha256/QYSDDs0dgGN+uk3e4lziL7KbUgD5yCPurhJPA0DyEcA="),
        (weak, "sha256/A68ANVBi/u0d19U8YhP6qI4ZrbFszB7e7iFsI6uxyOo="),
        (firstVersion, "sha256/l3m3/SEYbddXgRDWr3A1ApCdQR1FOA/g3wefjNku8j0="),
    ]

    @Test("the key of a certificate has the pin that OpenSSL computes", arguments: pins)
    func publicKey(text: String, pin: String) throws {
        var hash = FakeHashing().begin()
        try certificate(text).publicKey.withUnsafeBytes { hash.update($0) }
        #expect(KeyPin(digest: Array(hash.digest().bytes))?.description == pin)
    }

    @Test(
        "a certificate with any bytes missing, added or changed has a key or none, and causes no crash", arguments: pins
    )
    func damage(text: String, pin: String) throws {
        let der = Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
        let key = try certificate(text).publicKey
        for count in 0..<der.count { #expect(ServerCertificate(der: der.prefix(count)) == nil, "\(count) bytes") }
        #expect(ServerCertificate(der: der + [0]) == nil)
        // Tag and length of the outermost element.
        for index in 0..<4 {
            var damaged = der
            damaged[index] ^= 0x21
            #expect(ServerCertificate(der: damaged) == nil, "byte \(index)")
        }
        var (read, otherKeys) = (0, 0)
        for index in der.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = der
                damaged[index] ^= mask
                guard let certificate = ServerCertificate(der: damaged) else { continue }
                read += 1
                if mask == 0xFF, certificate.publicKey != key { otherKeys += 1 }
                _ = certificate.isFor("exact.example") || certificate.isForServers || certificate.isAuthority
                _ = (certificate.keyWeakness, certificate.lapse(at: .now), certificate.constrainsPolicies)
            }
        }
        #expect(read > der.count)
        // Most bytes of the key can change without changing its structure.
        #expect(otherKeys > 0 && otherKeys <= key.count)
    }

    private func certificate(_ text: String) throws -> ServerCertificate {
        let der = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        return try #require(ServerCertificate(der: der))
    }

    /// For *.wild.example, f*.part.example, *.com, a.*.example, Exact.example, * and 192.0.2.7, from 2020 to 2119.
    private static let manyNames = """
        MIIBiTCCATCgAwIBAgIBdTAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApDaGFpbiBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIxMTkw
        MTAxMDAwMDAwWjAVMRMwEQYDVQQDDApjbi5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEHRIYWIJl+9N4NYwoD3pF
        RKX2f2m66ivMCCadeKnrlaGd9gOhLTRNY736fZEVql4VY1JP2sLihy1klEXHwctF/aNvMG0wVgYDVR0RBE8wTYIOKi53aWxkLmV4
        YW1wbGWCD2YqLnBhcnQuZXhhbXBsZYIFKi5jb22CC2EuKi5leGFtcGxlgg1FeGFjdC5leGFtcGxlggEqhwTAAAIHMBMGA1UdJQQM
        MAoGCCsGAQUFBwMBMAoGCCqGSM49BAMCA0cAMEQCIFMLE5RZitdXSKSgevSxCXy0zLwI8D/dWblSlVhUsdQ4AiAY2WDaFiZNtt9N
        Fyj04jAHE3vqLQmdO+UDjcPdF0jEdg==
        """

    /// Of X.509's first version, for v1.example: without alternative names.
    private static let firstVersion = """
        MIIBJTCBzQIUOZBTAVaNSp1xtaZ4Tm9/P/Dog3swCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKdjEuZXhhbXBsZTAgFw0yNjExMjEw
        OTQwMTdaGA8yMTI2MTAyODA5NDAxN1owFTETMBEGA1UEAwwKdjEuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABNNI
        3C8ItfH78gN32K9ZuKojvKr87YULwc/0sLlW4SRmSZDJf4Q4tqQbMrinW9olpW3/cYMsUz8OJQbklZm2kIMwCgYIKoZIzj0EAwID
        RwAwRAIgFM//mxkkBBiexnzekvioLd5OrBgoAH5gyYyozlhOvKcCIDiGJE+zNVVC6uCj9Rm3geofKfqXuFOsNucmlKuoUgMV
        """

    /// With an RSA key of 1024 bits.
    private static let weak = """
        MIIBfDCCASKgAwIBAgIBbTAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApDaGFpbiBSb290MCAXDTIwMDEwMTAwMDAwMFoYDzIxMTkw
        MTAxMDAwMDAwWjAcMRowGAYDVQQDDBFXZWFrIEludGVybWVkaWF0ZTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAtogobhMV
        WAjjT+Aq4+XP00ApyFlKHl8I8Q0C/HyWgI5QaRsQhpAZJOtUbj61x9MiParK8vpY/1PJaW8HlfVYTHcBObrsuCQTL0wsgHd+zQiy
        tMzDzL7mmmWFgpIMtxz45jQACa5gH/ab5YtrIQLtz/4cnUI5NNb5h3sNJwcxbLsCAwEAAaMTMBEwDwYDVR0TAQH/BAUwAwEB/zAK
        BggqhkjOPQQDAgNIADBFAiEAt09K+SDjbm2xH+PCIECEPCELbuvCyttT/U82F1nkNu0CIFs2wGqVvyzF0G53f4A4W8Ayi0+v1V+m
        8PoozZZhu4no
        """
}

@Suite("DER elements")
struct DERElementTests {
    @Test("a DER element of any length is read from the front with its own bytes only")
    func take() throws {
        for count in [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x10000] {
            let content = [UInt8](repeating: 7, count: count)
            let encoded = [0x30] + length(count) + content
            var bytes = (encoded + [1, 2])[...]
            let element = try #require(DERElement(takenFrom: &bytes))
            #expect(element.tag == 0x30)
            #expect(Array(element.content) == content)
            #expect(Array(element.encoded) == encoded)
            #expect(Array(bytes) == [1, 2])
        }
    }

    @Test(
        "invalid DER is rejected, and no bytes are consumed",
        arguments: [
            [], [0x30], [0x30, 1], [0x30, 0x81], [0x30, 0x81, 0x80], [0x30, 0x80, 0, 0], [0x30, 0x81, 1, 0],
            [0x30, 0x82, 0, 0x80] + [UInt8](repeating: 0, count: 0x80), [0x30, 0x85, 0, 0, 0, 0, 1, 0],
            [0x1F, 0x20, 0],
            [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0xFF, 1],
        ] as [[UInt8]])
    func refuse(encoded: [UInt8]) {
        var bytes = encoded[...]
        let element = DERElement(takenFrom: &bytes)
        #expect(element == nil)
        #expect(Array(bytes) == encoded)
    }

    @Test("a constructed DER element returns its children, and none if one of them is invalid")
    func children() throws {
        var whole: ArraySlice<UInt8> = [0x30, 5, 2, 1, 9, 5, 0]
        #expect(try #require(DERElement(takenFrom: &whole)).children?.map(\.tag) == [2, 5])
        var broken: ArraySlice<UInt8> = [0x30, 5, 2, 1, 9, 5, 1]
        let children = try #require(DERElement(takenFrom: &broken)).children
        #expect(children == nil)
    }

    private func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        default: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
        }
    }
}

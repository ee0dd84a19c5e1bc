import Foundation
import Testing
import TransportSecurity

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

import Foundation
import Testing

@testable import Demo

@Suite("Settings for certificates and pins")
struct TrustSettingsTests {
    /// An invalid value. The name of one of ``files`` is replaced by that file's path.
    struct Fault: CustomTestStringConvertible, Sendable {
        let key: SettingKey
        let value: String
        let typed: Int
        let message: String

        var testDescription: String { "\(key.rawValue) \(value)" }
    }

    private static let files = [
        "empty.pem": "", "torn.pem": "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n",
        // A sequence of one number: the outer form of a certificate without its content.
        "number.pem": "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n",
    ]

    static let faults = [
        Fault(key: .pins, value: "localhost", typed: 64, message: "must be HOST=sha256/BASE64"),
        Fault(key: .pins, value: "localhost=sha256/AAAA", typed: 64, message: "must be HOST=sha256/BASE64"),
        Fault(key: .pins, value: "localhost=md5/AAAA", typed: 64, message: "must be HOST=sha256/BASE64"),
        Fault(
            key: .pins, value: "http://localhost=sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", typed: 64,
            message: "must be HOST=sha256/BASE64"),
        Fault(key: .authorities, value: "/nowhere.pem", typed: 66, message: "names /nowhere.pem, which can't be read"),
        Fault(key: .authorities, value: "/", typed: 66, message: "can't be read"),
        Fault(key: .authorities, value: "empty.pem", typed: 66, message: "which contains no PEM certificate"),
        Fault(key: .authorities, value: "torn.pem", typed: 66, message: "in which a certificate is damaged"),
        Fault(key: .authorities, value: "number.pem", typed: 66, message: "in which a certificate is damaged"),
    ]

    @Test(
        "an invalid option exits with 64, an unusable file with 66, and an invalid setting with 78", arguments: faults)
    func exitCodes(fault: Fault) async throws {
        try await Workplace.withoutBackend { place in
            var value = fault.value
            if let content = Self.files[value] { value = try place.file(value, Data(content.utf8)) }
            let typed = try await place.strata("whoami", fault.key.option, value)
            #expect(typed.code == fault.typed, "\(typed.errors)")
            let variable = try await place.strata("whoami", environment: [fault.key.variable: value])
            #expect(variable.code == 78, "\(variable.errors)")
            let file = try place.file("settings.json", JSONEncoder().encode([fault.key.rawValue: value]))
            let setting = try await place.strata("whoami", "--settings", file)
            #expect(setting.code == 78, "\(setting.errors)")
            for outcome in [typed, variable, setting] {
                #expect(outcome.errors.contains(fault.message), "\(outcome.errors)")
                #expect(outcome.errors.count(where: \.isNewline) == 1)
                for name in ["RootCertificate", "TrustPolicy", "acceptingNoBackup", "der:", "NIOTransport"] {
                    #expect(!outcome.errors.contains(name))
                }
            }
        }
    }

    #if os(Linux)
    @Test("the error for a transport without pinning names the settings")
    func unsupported() async throws {
        try await Workplace.withoutBackend { place in
            let pin = "localhost=sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            let typed = try await place.strata("whoami", "--transport", "urlsession", "--pin", pin)
            #expect(typed.code == 64)
            #expect(typed.errors.contains("The transport urlsession does not support ca_file and pin on this system."))
            let set = try await place.strata(
                "whoami", environment: ["STRATA_TRANSPORT": "urlsession", "STRATA_PIN": pin])
            #expect(set.code == 78)
        }
    }
    #endif
}

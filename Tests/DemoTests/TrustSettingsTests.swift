import ArgumentParser
import Foundation
import Testing

@testable import Demo

@Suite("Settings for certificates and pins")
struct TrustSettingsTests {
    private static let pin = "localhost=sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(
        "an invalid option exits with 64, an unusable file with 66, and an invalid setting with 78",
        arguments: [
            (SettingKey.pins, "localhost", "must be HOST=sha256/BASE64"),
            (.pins, "localhost=sha256/AAAA", "must be HOST=sha256/BASE64"),
            (.pins, "localhost=md5/AAAA", "must be HOST=sha256/BASE64"),
            (.pins, "http://\(pin)", "must be HOST=sha256/BASE64"),
            (.authorities, "/nowhere.pem", "names /nowhere.pem, which can't be read"),
            (.authorities, "/", "can't be read"), (.authorities, "", "which contains no PEM certificate"),
            (.authorities, "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n", "in which a certificate is damaged"),
        ])
    func exitCodes(key: SettingKey, content: String, message: String) async throws {
        try await Workplace.withoutBackend { place in
            let isFile = key == .authorities && !content.hasPrefix("/")
            let value = try isFile ? place.file("ca.pem", content) : content
            let file = try place.file("settings.json", JSONEncoder().encode([key.rawValue: value]))
            let typed = key == .pins ? Demo.ExitStatus.usage : .unsuitableFile
            for (arguments, variables, status) in [
                ([key.option, value], [:], typed), ([], [key.variable: value], .settings),
                (["--settings", file], [:], .settings),
            ] as [([String], [String: String], Demo.ExitStatus)] {
                let environment = variables.merging(["XDG_CONFIG_HOME": place.folder.path]) { $1 }
                let reader = SettingsReader(options: try GlobalOptions.parse(arguments), environment: environment)
                let error = #expect(throws: SettingsError.self) { try reader.read() }
                #expect(error?.status == status)
                #expect(error?.reason.contains(message) == true, "\(String(describing: error))")
            }
        }
    }

    @Test("a fault that only the transport finds is reported as one of the settings")
    func found() async throws {
        try await Workplace.withoutBackend { place in
            // A sequence of one number: the outer form of a certificate without its content.
            let number = try place.file(
                "number.pem", "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n")
            var faults = [(["--ca-file", number], 66, ["STRATA_CA_FILE": number], "in which a certificate is damaged")]
            #if os(Linux)
            faults.append(
                (
                    ["--transport", "urlsession", "--pin", Self.pin], 64,
                    ["STRATA_TRANSPORT": "urlsession", "STRATA_PIN": Self.pin],
                    "The transport urlsession does not support ca_file and pin on this system."
                ))
            #endif
            for (options, code, environment, message) in faults {
                let typed = try await place.strata(["whoami"] + options)
                #expect(typed.code == code && typed.errors.contains(message), "\(typed.errors)")
                let set = try await place.strata("whoami", environment: environment)
                #expect(set.code == 78 && set.errors.contains(message), "\(set.errors)")
            }
        }
    }
}

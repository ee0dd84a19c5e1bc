import ArgumentParser
import Composition
import Foundation
import Primitives
import Testing
import TransportSecurity

@testable import CommandLine

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
        try await Workplace.at { place in
            let isFile = key == .authorities && !content.hasPrefix("/")
            let value = try isFile ? place.file("ca.pem", content) : content
            let file = try place.file("settings.json", JSONEncoder().encode([key.rawValue: value]))
            let typed = key == .pins ? Failure.Status.usage : .unsuitableFile
            for (arguments, variables, status) in [
                ([key.option, value], [:], typed), ([], [key.variable: value], .settings),
                (["--settings", file], [:], .settings),
            ] as [([String], [String: String], Failure.Status)] {
                let environment = variables.merging(["XDG_CONFIG_HOME": place.folder.path]) { $1 }
                let reader = SettingsReader(options: try GlobalOptions.parse(arguments), environment: environment)
                let error = #expect(throws: SettingsError.self) { try reader.read() }
                #expect(error?.status == status)
                #expect(error?.reason.contains(message) == true, "\(String(describing: error))")
            }
        }
    }

    @Test("a client certificate needs its key, and the key a file that others can't read")
    func clientCertificate() async throws {
        try await Workplace.at { place in
            let certificate = try place.file("a.pem", "certificate")
            let key = try place.file("a.key", "key", mode: 0o640)
            let read = { (arguments: [String], environment: [String: String]) in
                let environment = environment.merging(["XDG_CONFIG_HOME": place.folder.path]) { $1 }
                return try SettingsReader(options: try GlobalOptions.parse(arguments), environment: environment).read()
            }
            for (arguments, environment, status, words) in [
                (["--cert", certificate, "--key", key], [:], .unsuitableFile, "chmod 600 \(key)"),
                (["--cert", certificate, "--key", "/nowhere"], [:], .unsuitableFile, "can't be read"),
                (["--cert", certificate], [:], .usage, "require each other"),
                ([], ["STRATA_KEY_FILE": key], .settings, "chmod 600"),
                ([], ["STRATA_CERT_FILE": certificate], .settings, "require each other"),
            ] as [([String], [String: String], Failure.Status, String)] {
                let error = #expect(throws: SettingsError.self) { try read(arguments, environment) }
                #expect(error?.status == status)
                #expect(error?.userMessage.contains(words) == true, "\(String(describing: error))")
            }
            _ = try place.file("a.key", "key", mode: 0o600)
            let trust = try read(["--cert", certificate], ["STRATA_KEY_FILE": key]).app.trust
            #expect(trust.clientCertificate?.chain == Data("certificate".utf8))
            #expect(trust.clientCertificate?.key.reveal() == Data("key".utf8))
        }
    }

    @Test("a fault that only the transport finds is reported as one of the settings")
    func found() async throws {
        try await Workplace.at { place in
            // A sequence of one number: the outer form of a certificate without its content.
            let number = try place.file(
                "number.pem", "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n")
            let key = try place.file("a.key", "key", mode: 0o600)
            var faults: [(keys: [SettingKey: String], Failure.Status, String)] = [
                ([.authorities: number], .unsuitableFile, "in which a certificate is damaged"),
                (
                    [.certificate: number, .certificateKey: key], .unsuitableFile,
                    "cert_file and key_file can't be used."
                ),
            ]
            #if os(Linux)
            faults.append(
                (
                    [.transport: "urlsession", .pins: Self.pin], .usage,
                    "The transport urlsession does not support ca_file and pin on this system."
                ))
            #endif
            for (keys, status, message) in faults {
                let typed = try await Self.fault(keys.flatMap { [$0.option, $1] }, [:])
                #expect(typed?.status == status && typed?.message.contains(message) == true, "\(keys)")
                let variables = Dictionary(uniqueKeysWithValues: keys.map { ($0.variable, $1) })
                let set = try await Self.fault([], variables)
                #expect(set?.status == .settings && set?.message.contains(message) == true, "\(keys)")
            }
        }
    }

    /// Why an app with these settings can't be composed.
    private static func fault(_ options: [String], _ variables: [String: String]) async throws -> Failure? {
        var settings = try await RunSettings.read(options, environment: variables)
        settings.app.session = .ephemeral
        do {
            try await ComposedApp.run(settings.app) { app in _ = try app.value(.transport) }
            return nil
        } catch {
            return settings.failure(error)
        }
    }
}

import ArgumentParser
import Composition
import Foundation
import Networking
import Testing
import TransportSecurity

@testable import CommandLine

@Suite("The sources of settings")
struct SettingsReaderTests {
    @Test("options take precedence over the environment, and the environment over the file")
    func precedence() async throws {
        let file = #"{"base_url": "http://file.example", "timeout": 1, "data_dir": "/file"}"#
        let environment = ["STRATA_BASE_URL": "http://env.example", "STRATA_TIMEOUT": "2.5"]
        let settings = try await RunSettings.read(
            ["--base-url", "http://flag.example"], environment: environment, file: file)
        #expect(settings.app.baseURL.absoluteString == "http://flag.example")
        #expect(settings.app.timeout == .seconds(2.5))
        #expect(settings.app.dataDirectory.path == "/file")
    }

    @Test("without options, variables and a file, the settings have their documented defaults")
    func defaults() async throws {
        let folders = ["XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/caches", "HOME": "/home/ada"]
        let settings = try await RunSettings.read(environment: folders)
        #expect(settings.typed.isEmpty && settings.authorities == nil)
        let app = settings.app
        #expect(app.baseURL == AppSettings.standardBaseURL && app.furtherURLs.isEmpty)
        #expect(app.timeout == .seconds(30) && app.deadline == .seconds(120) && app.downloadDeadline == nil)
        #expect(app.retries == 2 && app.maxRedirects == 20)
        #expect(app.trust == TrustPolicy() && app.session == .default)
        #if canImport(Darwin)
        #expect(app.transport == .urlsession)
        #expect(app.dataDirectory.path == "/home/ada/Library/Application Support/strata")
        #expect(app.cacheDirectory?.path == "/home/ada/Library/Caches/strata")
        #else
        #expect(app.transport == .nio && app.dataDirectory.path == "/data/strata")
        #expect(app.cacheDirectory?.path == "/caches/strata")
        #endif
    }

    @Test("a data folder that is named holds the copies too")
    func namedFolder() async throws {
        let folders = ["STRATA_DATA_DIR": "/named", "XDG_CACHE_HOME": "/caches"]
        let app = try await RunSettings.read(environment: folders).app
        #expect(app.dataDirectory.path == "/named" && app.cacheDirectory == nil)
        let usual = ["STRATA_DATA_DIR": "/data/../data/strata/", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/caches"]
        #if !os(macOS)
        #expect(try await RunSettings.read(environment: usual).app.cacheDirectory?.path == "/caches/strata")
        #endif
    }

    @Test("the data folder follows HOME, and an empty or relative folder in the environment counts as absent")
    func emptyFolders() async throws {
        for folder in ["", "data"] {
            let folders = ["XDG_DATA_HOME": folder, "XDG_CACHE_HOME": folder, "HOME": "/home/ada"]
            let app = try await RunSettings.read(environment: folders).app
            #expect(app.dataDirectory.path.hasPrefix("/home/ada/"))
            #expect(app.cacheDirectory?.path.hasPrefix("/home/ada/") == true)
        }
    }

    @Test(
        "the error for an invalid setting names its source and key",
        arguments: [
            (#"{"timeout": "5"}"#, "timeout must be a number"),
            (#"{"timeout": -1}"#, "timeout must be a number of seconds between"),
            (#"{"base_url": "here"}"#, "base_url must be an address"),
            (#"{"base_url": 5}"#, "base_url must be a string"),
            (#"{"base_url": "http://h:99999999999999999999/"}"#, "base_url must have a port from 1 to 65535"),
            (#"{"base_url": "http://h/%C3%A9/%zz"}"#, "base_url must be an address"),
            (#"{"time_out": 5}"#, "time_out is not a setting"), (#"[1, 2]"#, "is not a JSON object"),
            (#"{"retry_enabled": 1}"#, "retry_enabled must be true or false."),
            (#"{"retry_enabled": "yes"}"#, #"retry_enabled must be true or false, not "yes"."#),
            // A value of the wrong JSON type is no absent setting.
            (#"{"pin": {"localhost": ["sha256/x"]}}"#, "pin must be a string or a number."),
            (#"{"timeout": {}}"#, "timeout must be a string or a number."),
            (#"{"base_url": null}"#, "base_url must be a string or a number."),
            (#"{"timeout": true}"#, "timeout must be a string or a number."),
        ])
    func invalidFile(content: String, message: String) async throws {
        let found = await #expect(throws: SettingsError.self) { _ = try await RunSettings.read(file: content) }
        let error = try #require(found)
        #expect(error.status == .settings && error.source.hasSuffix("/settings.json"))
        #expect(error.userMessage.contains(message), "\(error)")
    }

    @Test(
        "the language is that of the locale (POSIX), and C has none",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de-DE"), (["LANG": "ja_JP", "LC_ALL": "", "LC_MESSAGES": "fr_CA@x"], "fr-CA"),
            (["LANG": "en_US", "LC_ALL": "sr_RS.UTF-8@latin"], "sr-RS"), (["LANG": "eo"], "eo"), ([:], nil),
            (["LANG": "de_DE", "LC_ALL": "C.UTF-8"], nil), (["LC_ALL": "POSIX"], nil), (["LANG": "a; b\r\n"], nil),
        ] as [([String: String], String?)])
    func language(environment: [String: String], tag: String?) async throws {
        let headers = try await RunSettings.read(environment: environment).app.defaultHeaders
        #expect(headers.first { $0.name == "Accept-Language" }?.value == tag)
    }

    @Test("a file with a byte order mark is read, and a name that one object has twice is refused")
    func fileFormat() async throws {
        #expect(try await RunSettings.read(file: "\u{FEFF}{\"timeout\": 3}").app.timeout == .seconds(3))
        for file in [
            #"{"timeout": 3, "pin": "a", "p\u0069n": "b"}"#, #"{"profiles": {"p": {"pin": 1, "x": {}, "pin": 2}}}"#,
        ] {
            let error = await #expect(throws: SettingsError.self) { try await RunSettings.read(file: file) }
            #expect(error?.key == "pin" && error?.reason.contains("appears twice") == true)
        }
        let twice = #"{"a": {"b": 1}, "c": [{"b": 1}, {"b": "b"}], "b": {"a": ":"}}"#
        #expect(JSONText(twice)?.repeatedName == nil)
    }

    @Test("a pin has the same syntax in options, the environment and the file")
    func pins() async throws {
        let text = "localhost=\(Self.key)"
        let key = try KeyPin(Self.key)
        let pin = try PinSet(host: "localhost", keys: [key], acceptingNoBackup: true)
        let pair = try PinSet(host: "localhost", keys: [key, key], acceptingNoBackup: true)
        #expect(try await RunSettings.read(environment: ["STRATA_PIN": text]).app.trust.pins == [pin])
        #expect(try await RunSettings.read(file: #"{"pin": "\#(text)"}"#).app.trust.pins == [pin])
        #expect(try await RunSettings.read(["--pin", text, "--pin", "LocalHost=\(Self.key)"]).app.trust.pins == [pair])
        #expect(try await RunSettings.read(environment: ["STRATA_PIN": "\(text), \(text)"]).app.trust.pins == [pair])
    }

    private static let key = "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test(
        "every setting is read from the environment, and its error names the variable",
        arguments: SettingKey.allCases)
    func variables(key: SettingKey) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await RunSettings.read(environment: [key.variable: ""])
        }
        #expect(error?.key == key.variable)
        #expect(error?.status == .settings)
    }

    @Test(
        "every setting has an option, and the settings record which options were passed",
        arguments: Set(SettingKey.allCases)
            .subtracting(SettingKey.credentials)  // Part: lab
            .subtracting(AppSettings.furtherAPIs.map { SettingKey($0) }))
    func options(key: SettingKey) async throws {
        let number: Set<SettingKey> = [.timeout, .deadline, .maxRetries, .maxRedirects]
        let arguments = [key.option, number.contains(key) ? "99999999" : ""]
        #expect(try Set(GlobalOptions.parse(arguments).typed.keys) == [key])
        let error = await #expect(throws: SettingsError.self) { try await RunSettings.read(arguments) }
        #expect(error?.key == key.option)
        #expect(error?.status == .usage)
    }

    @Test(
        "retries are turned off by an option, the environment or the file, in that order",
        arguments: [
            (["--retry-enabled", "true"], ["STRATA_RETRY_ENABLED": "false"], #"{"max_retries": 4}"#, 4),
            ([], ["STRATA_RETRY_ENABLED": "false"], #"{"retry_enabled": true, "max_retries": 4}"#, 0),
            ([], [:], #"{"retry_enabled": false, "max_retries": 4}"#, 0),
            ([], [:], #"{"retry_enabled": "false"}"#, 0), (["--max-retries", "1"], [:], #"{"max_retries": 4}"#, 1),
            ([], ["STRATA_MAX_RETRIES": "3"], #"{"max_retries": 4}"#, 3), ([], [:], "{}", 2),
        ])
    func retries(arguments: [String], environment: [String: String], file: String, retries: Int) async throws {
        #expect(try await RunSettings.read(arguments, environment: environment, file: file).app.retries == retries)
    }

    @Test("a variable that can't be used is an error and does not fall back to the file")
    func strict() async throws {
        for (name, text, reason) in [
            ("STRATA_TIMEOUT", "abc", "must be a number."),
            ("STRATA_RETRY_ENABLED", "0", #"must be true or false, not "0"."#),
        ] {
            await #expect(throws: SettingsError(source: "The environment", key: name, reason: reason)) {
                _ = try await RunSettings.read(
                    environment: [name: text], file: #"{"timeout": 1, "retry_enabled": true}"#)
            }
        }
    }
}

@Suite("Unknown STRATA_ variables")
struct VariablesTests {
    @Test("the warning for a misspelled variable names the nearest known one, and not the value")
    func warning() {
        let warnings = Variables.warnings(["STRATA_TIMEOT": "canary", "STRATA_CAFILE": "x", "STRATA_BASEURL": ""])
        #expect(
            warnings == [
                "Ignoring the unknown variable STRATA_BASEURL. Did you mean STRATA_BASE_URL?",
                "Ignoring the unknown variable STRATA_CAFILE. Did you mean STRATA_CA_FILE?",
                "Ignoring the unknown variable STRATA_TIMEOT. Did you mean STRATA_TIMEOUT?",
            ])
    }

    @Test("known variables, the workspace's own and those of other programs cause no warning")
    func silence() {
        let names = Variables.known + Variables.elsewhere + ["STRATATIMEOUT", "strata_timeout", "PATH"]
        #expect(Variables.warnings(Dictionary(uniqueKeysWithValues: names.map { ($0, "") })).isEmpty)
    }
}

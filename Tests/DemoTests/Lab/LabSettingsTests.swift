import ArgumentParser
import Composition
import Foundation
import Networking
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The settings of Apps/Lab")
struct LabSettingsTests {
    @Test(
        "the credential of strata api comes from an option, the environment or the file, in that order",
        arguments: CredentialSettings.Kind.allCases)
    func credential(kind: CredentialSettings.Kind) async throws {
        let file =
            #"{"auth_type": "basic", "auth_user": "file", "password_file": "/p", "api_key_file": "/k", "token_file": "/t"}"#
        let inFile = try await RunSettings.read(file: file).lab.credential
        #expect(
            inFile
                == CredentialSettings(kind: .basic, user: "file", passwordFile: "/p", apiKeyFile: "/k", tokenFile: "/t")
        )
        let name = kind.rawValue.replacing("-", with: "_")
        let inEnvironment = try await RunSettings.read(environment: ["STRATA_AUTH_TYPE": name], file: file)
            .lab.credential
        #expect(inEnvironment.kind == kind)

        let options = try CredentialOptions.parse(["--auth", name] + (kind == .basic ? ["--user", "typed"] : []))
        let completed = try options.completed(by: inFile, environment: [:])
        #expect(completed.auth == kind)
        #expect(completed.user == (kind == .basic ? "typed" : nil))
        #expect(completed.passwordFile == (kind == .basic ? "/p" : nil))
        #expect(completed.apiKeyFile == (kind == .apiKey ? "/k" : nil))
        #expect(completed.tokenFile == (kind == .bearer ? "/t" : nil))
        let withVariable = try options.completed(by: inFile, environment: ["STRATA_API_KEY": "k", "STRATA_TOKEN": "t"])
        #expect(
            withVariable.apiKeyFile == nil && withVariable.tokenFile == nil,
            "a secret in the environment comes before a file's name in the file")
    }

    @Test("a profile signs instead of the settings, and options without their companions are an error")
    func configuredCredential() throws {
        let settings = CredentialSettings(kind: .basic, user: "ada", passwordFile: "/p")
        let profile = try CredentialOptions.parse(["--profile", "p"])
        #expect(try profile.completed(by: settings, environment: [:]).auth == nil)
        for options in [["--auth", "basic"], ["--user", "ada"]] {
            #expect(throws: Failure.self) {
                try CredentialOptions.parse(options).completed(by: .init(), environment: [:])
            }
        }
    }

    @Test("strata api opens the stores only where a login may sign")
    func storeUse() throws {
        let own: [(options: [String], use: StoreUse)] = [
            ([], .ifPossible), (["--auth", "bearer"], .required), (["--auth", "none"], .unused),
            (["--auth", "bearer", "--token-file", "/t"], .unused), (["--auth", "basic", "--user", "ada"], .unused),
            (["--auth", "api-key"], .unused), (["--profile", "p"], .unused),
        ]
        for (options, use) in own {
            let path = try APICommand.parse(["/v2/health"] + options)
            #expect(path.storeUse(RunSettings(app: .standard)) == use, "\(options)")
            let url = try APICommand.parse(["https://a.example"] + options)
            let useOfURL = use == .ifPossible ? .unused : use
            #expect(url.storeUse(RunSettings(app: .standard)) == useOfURL, "\(options)")
        }
        var settings = RunSettings(app: .standard)
        settings.lab.credential = CredentialSettings(kind: .bearer, tokenFile: "/t")
        #expect(try APICommand.parse(["/v2/health"]).storeUse(settings) == .unused)
    }

    @Test("without options, variables and a file there is no profile, no credential and no file")
    func defaults() async throws {
        let lab = try await RunSettings.read().lab
        #expect(lab.credential == CredentialSettings() && lab.files == CURLCommand.Files())
        let failure = #expect(throws: Failure.self) { try lab.profiles.named("p") }
        #expect(failure?.message.contains("there is no settings file") == true)
    }

    @Test("the settings of a credential have options")
    func options() {
        let options = SettingsTableTests.options(CredentialOptions.self)
        #expect(options.isSuperset(of: SettingKey.credentials.map(\.option)))
    }

    @Test("the page about the command line has every key of a profile")
    func profiles() throws {
        let named = try rows(below: "## Profiles").map { String($0.split(separator: "`")[1]) }
        #expect(named == OAuthProfile.Key.allCases.map(\.rawValue))
    }

    private func rows(below heading: String) throws -> [String] {
        let lines = try SettingsTableTests.page().components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: heading))
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }.dropFirst(2)
            .map { $0.replacing(#/ <!--.*-->$/#, with: "") }
    }
}

import ArgumentParser
import Composition
import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The names in Docs/reference/cli.md and in the help")
struct SettingsTableTests {
    @Test("the settings have every option of a call")
    func options() {
        let credentials = Set(SettingKey.credentials.map(\.option))
        #expect(
            Self.options(CallOptions.self).union(Self.options(StorageOptions.self))
                == Set(SettingKey.allCases.map(\.option) + ["--settings"])
                .subtracting(credentials).subtracting(AppSettings.furtherAPIs.map { SettingKey($0).option }))
        #expect(Self.options(CredentialOptions.self).isSuperset(of: credentials))
    }

    private static func options(_ arguments: (some ParsableArguments).Type) -> Set<String> {
        let lines = arguments.helpMessage().split(separator: "\n")
        return Set(lines.compactMap { $0.firstMatch(of: /^ +(--[a-z-]+)/)?.1 }.map(String.init))
    }

    @Test("the help and the page about the command line name exactly the variables that exist")
    func variables() throws {
        let texts = try HelpTopic.settings.text + page()
        let named = Set(texts.matches(of: /STRATA_[A-Z_]+[A-Z]/).map { String($0.0) })
        #expect(named == Set(Variables.known + Variables.elsewhere))
    }

    @Test("the profile table contains every key")
    func profiles() throws {
        let named = try rows(below: "## Profiles").map { String($0.split(separator: "`")[1]) }
        #expect(named == OAuthProfile.Key.allCases.map(\.rawValue))
    }

    private func rows(below heading: String) throws -> [String] {
        let lines = try page().components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: heading))
        return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }.dropFirst(2)
            .map { $0.replacing(#/ <!--.*-->$/#, with: "") }
    }

    private func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/reference/cli.md")
        return try String(contentsOf: file, encoding: .utf8)
    }
}

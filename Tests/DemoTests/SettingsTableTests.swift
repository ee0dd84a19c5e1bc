import ArgumentParser
import Foundation
import Testing

@testable import Demo

@Suite("The tables of Docs/reference/cli.md")
struct SettingsTableTests {
    @Test("the settings table matches the code")
    func settings() throws {
        let rows = SettingKey.allCases.map { key in
            "| `\(key.rawValue)` | `\(key.variable)` | `\(key.option)` | \(key.standard ?? "none") | \(key.meaning). |"
        }
        try expect(rows, below: "## Settings")
    }

    @Test("the settings table contains every option")
    func options() {
        let credentials = Set(SettingKey.credentials.map(\.option))
        #expect(
            Self.options(CallOptions.self).union(Self.options(StorageOptions.self))
                == Set(SettingKey.allCases.map(\.option) + ["--settings"])
                .subtracting(credentials).subtracting(Feature.all.compactMap(\.address?.option)))
        #expect(Self.options(CredentialOptions.self).isSuperset(of: credentials))
    }

    private static func options(_ arguments: (some ParsableArguments).Type) -> Set<String> {
        let lines = arguments.helpMessage().split(separator: "\n")
        return Set(lines.compactMap { $0.firstMatch(of: /^ +(--[a-z-]+)/)?.1 }.map(String.init))
    }

    @Test("the settings page names exactly the variables that exist")
    func variables() throws {
        let page = try page()
        let named = Set(page.matches(of: /STRATA_[A-Z_]+[A-Z]/).map { String($0.0) })
        #expect(named == Set(Variables.known + Variables.elsewhere))
    }

    @Test("the table of exit codes matches `strata help exit-codes`")
    func exitCodes() throws {
        let codes = [(0, "done")] + Demo.ExitStatus.allCases.map { ($0.rawValue, $0.meaning) }
        try expect(codes.map { "| \($0.0) | \($0.1) |" }, below: "## Exit codes")
        let lines = HelpTopic.exitCodes.text.split(separator: "\n").dropFirst()
        #expect(
            lines.map { $0.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
                == codes.map { ["\($0.0)", $0.1] })
    }

    @Test("the table of commands matches the parser")
    func commands() throws {
        let rows = try CommandInfo.of(Strata.self).shownSubcommands.map { command in
            "| `strata \(command.commandName)` | \(command.abstract ?? "") |"
        }
        try expect(rows, below: "## Commands")
    }

    @Test("the profile table contains every key")
    func profiles() throws {
        let named = try rows(below: "## Profiles").map { String($0.split(separator: "`")[1]) }
        #expect(named == OAuthProfile.Key.allCases.map(\.rawValue))
    }

    private func expect(
        _ expected: [String], below heading: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let rows = try rows(below: heading)
        #expect(
            rows == expected, "The table has to be:\n\(expected.joined(separator: "\n"))",
            sourceLocation: sourceLocation)
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

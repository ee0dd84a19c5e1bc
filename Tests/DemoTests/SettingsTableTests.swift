import ArgumentParser
import Foundation
import Testing

@testable import Demo

@Suite("the tables of Docs/settings.md")
struct SettingsTableTests {
    @Test("say of every setting what the code says")
    func settings() throws {
        let rows = SettingKey.allCases.map { key in
            "| `\(key.rawValue)` | `\(key.variable)` | `\(key.option)` | \(key.standard ?? "none") | \(key.meaning). |"
        }
        try expect(rows, below: "## Settings")
    }

    @Test("leave out no option by which a setting can be typed")
    func options() {
        let lines = ConnectionOptions.helpMessage().split(separator: "\n")
        let options = lines.compactMap { $0.firstMatch(of: /^ +(--[a-z-]+)/)?.1 }.map(String.init)
        #expect(Set(options) == Set(SettingKey.allCases.map(\.option) + ["--settings"]))
    }

    @Test("name every variable, and no other")
    func variables() throws {
        let page = try page()
        let named = Set(page.matches(of: /STRATA_[A-Z_]+[A-Z]/).map { String($0.0) })
        #expect(named == Set(Variables.known + Variables.elsewhere))
    }

    @Test("say of every exit code what --help says")
    func exitCodes() throws {
        let codes = Demo.ExitStatus.allCases.map { ($0.rawValue, $0.meaning) }
        try expect(([(0, "done")] + codes).map { "| \($0.0) | \($0.1) |" }, below: "## Exit codes")
        for (code, meaning) in codes { #expect(Strata.configuration.discussion.contains("; \(code) \(meaning)")) }
    }

    @Test("name every key of a profile")
    func profiles() throws {
        let named = try rows(below: "## Profiles").map { String($0.split(separator: "`")[1]) }
        #expect(named == OAuthProfile.CodingKeys.allCases.map(\.rawValue))
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
            .map { $0 }
    }

    private func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/settings.md")
        return try String(contentsOf: file, encoding: .utf8)
    }
}

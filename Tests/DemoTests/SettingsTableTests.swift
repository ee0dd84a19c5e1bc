import ArgumentParser
import Composition
import Foundation
import Testing

@testable import CommandLine

@Suite("The names in Docs/reference/cli.md and in the help")
struct SettingsTableTests {
    @Test("the settings have every option of a call")
    func options() {
        let keys = Set(SettingKey.allCases)
            .subtracting(SettingKey.credentials)  // Part: lab
            .subtracting(AppSettings.furtherAPIs.map { SettingKey($0) })
        #expect(
            Self.options(CallOptions.self).union(Self.options(StorageOptions.self))
                == Set(keys.map(\.option) + ["--settings"]))
    }

    static func options(_ arguments: (some ParsableArguments).Type) -> Set<String> {
        let lines = arguments.helpMessage().split(separator: "\n")
        return Set(lines.compactMap { $0.firstMatch(of: /^ +(--[a-z-]+)/)?.1 }.map(String.init))
    }

    @Test("the help and the page about the command line name exactly the variables that exist")
    func variables() throws {
        let texts = try HelpTopic.settings.text + Self.page()
        let named = Set(texts.matches(of: /STRATA_[A-Z_]+[A-Z]/).map { String($0.0) })
        #expect(named == Set(Variables.known + Variables.elsewhere))
    }

    static func page() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs/reference/cli.md")
        return try String(contentsOf: file, encoding: .utf8)
    }
}

import Composition
import Foundation

/// The user's folders for settings and data: the XDG base directories, or those of macOS.
struct UserFolders: Sendable {
    let configuration: URL
    let data: URL

    init(environment: [String: String]) {
        // A user who sets HOME expects tokens there, not in the home folder that the password database names.
        let home = Self.folder(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
        configuration = Self.folder(environment["XDG_CONFIG_HOME"]) ?? home.appending(path: ".config")
        #if os(macOS)
        data = home.appending(path: "Library/Application Support/\(AppName.command)")
        #else
        data = (Self.folder(environment["XDG_DATA_HOME"]) ?? home.appending(path: ".local/share"))
            .appending(path: AppName.command)
        #endif
    }

    /// Empty and relative paths count as absent, as the XDG specification requires. Otherwise tokens would be stored in
    /// the current folder.
    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}

enum Variables {
    static var settings: String { AppName.variablePrefix + "SETTINGS" }
    static var apiKey: String { AppName.variablePrefix + "API_KEY" }
    static var token: String { AppName.variablePrefix + "TOKEN" }

    static var known: [String] { SettingKey.allCases.map(\.variable) + [settings, apiKey, token] }

    /// The variables that the builds and tests of this workspace read. The same shell may have set them.
    static var elsewhere: [String] {
        ["STRICT", "HTTPBIN", "GRAPHQL", "FUZZ_CASES", "TEST_SERVER", "KILLS", "OUTBOX_SEEDS", "SEED"]
            .map { AppName.variablePrefix + $0 }
    }

    /// A warning for each unknown variable with the prefix. A misspelled name would otherwise leave the default in effect
    /// without a message.
    static func warnings(_ environment: [String: String]) -> [String] {
        environment.keys.filter { $0.hasPrefix(AppName.variablePrefix) && !(known + elsewhere).contains($0) }.sorted()
            .map { name in
                let nearest = known.min { name.editDistance(to: $0) < name.editDistance(to: $1) }
                return "Ignoring the unknown variable \(name)."
                    + (nearest.map { " Did you mean \($0)?" } ?? "")
            }
    }
}

extension String {
    /// The Levenshtein distance: how many characters to insert, delete or replace to turn this text into the other.
    func editDistance(to other: String) -> Int {
        let target = Array(other)
        // The distances between the characters read so far and each prefix of the other text.
        var row = Array(0...target.count)
        for (position, character) in enumerated() {
            var diagonal = row[0]
            row[0] = position + 1
            for (index, wanted) in target.enumerated() {
                let replaced = diagonal + (character == wanted ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = Swift.min(replaced, row[index] + 1, diagonal + 1)
            }
        }
        return row[target.count]
    }
}

import Composition
package import Foundation

/// The user's folders for settings, data and copies of what can be fetched again: the XDG base directories, or those of macOS.
package struct UserFolders: Sendable {
    package static var variables: [String] { ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] }

    let configuration: URL
    let data: URL
    let cache: URL

    init(environment: [String: String]) {
        // A user who sets HOME expects tokens there, not in the home folder that the password database names.
        let home = Self.folder(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
        configuration = Self.folder(environment["XDG_CONFIG_HOME"]) ?? home.appending(path: ".config")
        #if os(macOS)
        data = home.appending(path: "Library/Application Support/\(AppName.command)")
        cache = home.appending(path: "Library/Caches/\(AppName.command)")
        #else
        data = (Self.folder(environment["XDG_DATA_HOME"]) ?? home.appending(path: ".local/share"))
            .appending(path: AppName.command)
        cache = (Self.folder(environment["XDG_CACHE_HOME"]) ?? home.appending(path: ".cache"))
            .appending(path: AppName.command)
        #endif
    }

    /// Empty and relative paths count as absent, as the XDG specification requires. Otherwise tokens would be stored in
    /// the current folder.
    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}

extension URL {
    /// A file or a folder that the user names. A leading `~` becomes HOME here, because the shell leaves it in
    /// `--output=~/x`, and Foundation would use the home folder of the password database.
    package init(typed path: String, directoryHint: DirectoryHint = .inferFromPath) {
        let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let home, path == "~" || path.hasPrefix("~/") else {
            self.init(filePath: path, directoryHint: directoryHint)
            return
        }
        self.init(filePath: home + path.dropFirst(), directoryHint: directoryHint)
    }
}

package enum Variables {
    static var settings: String { AppName.variablePrefix + "SETTINGS" }

    package static var known: [String] {
        SettingKey.allCases.map(\.variable) + [
            settings,
            apiKey, token,  // Part: lab
        ]
    }

    /// The language of the user's messages as a tag of BCP 47; `nil` for none, as in the locales C and POSIX. The first
    /// variable that is not empty counts (POSIX.1-2024, XBD 8.2).
    static func language(_ environment: [String: String]) -> String? {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let name = locale?.prefix { $0 != "." && $0 != "@" } ?? "C"
        let tag = name.replacing("_", with: "-")
        let isTag = tag.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil
        return isTag && tag != "POSIX" ? String(tag) : nil
    }

    /// The variables that the builds and tests of this workspace read. The same shell may have set them.
    static var elsewhere: [String] {
        ["STRICT", "HTTPBIN", "GRAPHQL", "FUZZ_CASES", "TEST_SERVER", "KILLS", "OUTBOX_SEEDS", "WRITES", "SEED"]
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

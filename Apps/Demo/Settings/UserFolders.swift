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

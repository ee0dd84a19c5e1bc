import Foundation

/// The XDG base directories, or Apple's own folders.
struct UserFolders: Sendable {
    let configuration: URL
    let data: URL

    init(environment: [String: String]) {
        // The password database's folder is not where somebody who sets HOME expects their tokens.
        let home = Self.folder(environment["HOME"]) ?? FileManager.default.homeDirectoryForCurrentUser
        configuration = Self.folder(environment["XDG_CONFIG_HOME"]) ?? home.appending(path: ".config")
        #if os(macOS)
        data = home.appending(path: "Library/Application Support/strata")
        #else
        data = (Self.folder(environment["XDG_DATA_HOME"]) ?? home.appending(path: ".local/share"))
            .appending(path: "strata")
        #endif
    }

    /// An empty or relative path counts as absent, as the XDG specification wants: tokens must not end up wherever somebody
    /// happens to stand.
    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}

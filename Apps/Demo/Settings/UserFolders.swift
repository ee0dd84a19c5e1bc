import Foundation

/// The XDG base directories, or Apple's own folders.
struct UserFolders {
    let configuration: URL
    let data: URL

    init(environment: [String: String]) {
        // The password database's folder is not where somebody who sets HOME expects their tokens.
        let home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
        configuration = environment["XDG_CONFIG_HOME"].map { URL(filePath: $0) } ?? home.appending(path: ".config")
        #if os(macOS)
        data = home.appending(path: "Library/Application Support/strata")
        #else
        data = (environment["XDG_DATA_HOME"].map { URL(filePath: $0) } ?? home.appending(path: ".local/share"))
            .appending(path: "strata")
        #endif
    }
}

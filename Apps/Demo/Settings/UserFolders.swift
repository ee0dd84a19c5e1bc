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

    /// Whether `folder` has data or can get some. `false` only if it is missing or empty and can't be written to.
    static func canStore(in folder: URL) -> Bool {
        let files = FileManager.default
        if let names = try? files.contentsOfDirectory(atPath: folder.path), !names.isEmpty { return true }
        var place = folder.absoluteURL
        while !files.fileExists(atPath: place.path), place.path != "/" { place.deleteLastPathComponent() }
        var isFolder: ObjCBool = false
        return files.fileExists(atPath: place.path, isDirectory: &isFolder) && isFolder.boolValue
            && files.isWritableFile(atPath: place.path)
    }

    /// Empty and relative paths count as absent, as the XDG specification requires. Otherwise tokens would be stored in
    /// the current folder.
    private static func folder(_ path: String?) -> URL? {
        path.flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    }
}

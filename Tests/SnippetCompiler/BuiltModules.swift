import Foundation

/// The folder of the built modules that the running test links.
enum BuiltModules {
    /// Above the test's own binary, in a folder `Modules` or at its side.
    static func folder(of module: String) -> URL? {
        for place in places {
            var folder = place.deletingLastPathComponent()
            while folder.path.count > 1 {
                for candidate in [folder.appending(path: "Modules", directoryHint: .isDirectory), folder] {
                    let file = candidate.appending(path: "\(module).swiftmodule")
                    if FileManager.default.fileExists(atPath: file.path) { return candidate }
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }

    /// The test's binary: on Linux the process is the test itself, on macOS a helper that gets the bundle's path as an argument.
    static var places: [URL] {
        let arguments = ProcessInfo.processInfo.arguments
        let bundle = arguments.firstIndex(of: "--test-bundle-path").map { arguments.index(after: $0) }
        let paths = [bundle.flatMap { $0 < arguments.endIndex ? arguments[$0] : nil }, arguments.first]
        return paths.compactMap { $0.map { URL(filePath: $0).standardizedFileURL } } + [Bundle.main.bundleURL]
    }
}

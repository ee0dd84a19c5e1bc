import Foundation

extension Data {
    /// Replaces a file's content in one step, and preserves its permissions.
    func replace(_ file: URL) throws {
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
        try write(to: file, options: .atomic)
        if let permissions {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        }
    }
}

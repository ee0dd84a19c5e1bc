import Composition
import Foundation

/// A private folder that is removed after use, even after an error.
enum TemporaryFolder {
    static func with<Value: Sendable>(_ body: (URL) async throws -> Value) async throws -> Value {
        let parent = FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "\(AppName.command)-\(UUID().uuidString)")
        // A umask could remove permissions.
        guard mkdir(folder.path, 0o700) == 0, chmod(folder.path, 0o700) == 0 else {
            throw Failure(
                """
                Could not create a temporary folder in \(parent.path) (\(String(cString: strerror(errno)))). Set TMPDIR \
                to a folder that is writable.
                """, .storage)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

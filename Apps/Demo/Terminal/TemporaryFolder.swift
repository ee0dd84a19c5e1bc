import Composition
import Foundation

/// A private folder that is removed after use, even after an error.
enum TemporaryFolder {
    static func with<Value: Sendable>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "\(AppName.command)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

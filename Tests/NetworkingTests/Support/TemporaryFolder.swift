import Foundation

/// A folder of its own for the time of `body`.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "networking-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
        let value = try await body(folder)
        try FileManager.default.removeItem(at: folder)
        return value
    } catch {
        try FileManager.default.removeItem(at: folder)
        throw error
    }
}

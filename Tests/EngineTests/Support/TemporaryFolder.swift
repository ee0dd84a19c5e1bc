import Foundation

/// A folder of its own for the time of `body`.
func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "engine-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // What is left in a temporary folder fails no test.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder)
}

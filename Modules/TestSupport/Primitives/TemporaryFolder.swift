public import Foundation

/// Runs `body` with a new folder and removes the folder afterwards.
public func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // A folder that can't be removed fails no test.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder)
}

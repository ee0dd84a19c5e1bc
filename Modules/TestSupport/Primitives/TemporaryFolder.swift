public import Foundation

/// Lends a folder that nobody else uses, and that is gone afterwards.
public func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // What is left in a temporary folder fails no test.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder)
}

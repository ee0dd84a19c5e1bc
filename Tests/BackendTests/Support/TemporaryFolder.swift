import Foundation

/// Runs `body` with a new folder, and deletes it afterwards.
@discardableResult
func withTemporaryFolder<Result: Sendable>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "backend-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    do {
        let result = try await body(folder)
        try FileManager.default.removeItem(at: folder)
        return result
    } catch {
        try? FileManager.default.removeItem(at: folder)
        throw error
    }
}

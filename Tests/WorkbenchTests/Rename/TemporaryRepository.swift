import Foundation

@testable import Workbench

/// A git repository in a temporary folder.
struct TemporaryRepository {
    let repository: Repository

    var root: URL { repository.root }

    /// Writes the files, commits them and removes the folder after `body`.
    static func with<Value>(
        _ files: [String: String], in parent: URL = FileManager.default.temporaryDirectory,
        _ body: (TemporaryRepository) async throws -> Value
    ) async throws -> Value {
        let root = parent.appending(path: "repository-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let created = TemporaryRepository(repository: Repository(root: root))
        try created.repository.git("init", "--quiet", "--initial-branch=main")
        try created.commit(files)
        return try await body(created)
    }

    func write(_ files: [String: String]) throws {
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    /// Commits `files` and everything else that has changed.
    func commit(_ files: [String: String] = [:], removing removed: [String] = []) throws {
        try write(files)
        for path in removed { try FileManager.default.removeItem(at: root.appending(path: path)) }
        try repository.git("add", "--all")
        try repository.git(
            "-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "Change")
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// All files with their texts.
    func texts() throws -> [String: String] {
        Dictionary(uniqueKeysWithValues: try repository.files().map { ($0, try text($0)) })
    }
}

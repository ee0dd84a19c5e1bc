import Foundation

/// A set of changes to files, planned before the first one is made.
struct WorkspaceChange: Sendable {
    /// The new text of a file by its path from the root; `nil` deletes the file.
    private(set) var texts: [String: String?] = [:]
    private let tree: FileTree
    private let existing: Set<String>

    init(tree: FileTree) {
        self.tree = tree
        existing = Set(tree.sources())
    }

    var deleted: [String] { texts.filter { $0.value == nil }.keys.sorted() }
    var added: [String] { texts.filter { $0.value != nil && !existing.contains($0.key) }.keys.sorted() }
    var changed: [String] { texts.filter { $0.value != nil && existing.contains($0.key) }.keys.sorted() }

    /// The files of the workspace after the change.
    var files: [String] { existing.union(added).subtracting(deleted).sorted() }

    /// The text of a file after the change; `nil` if it is no text.
    func text(of path: String) -> String? {
        if let text = texts[path] { return text }
        return try? tree.text(of: path)
    }

    mutating func write(_ text: String, to path: String) {
        if existing.contains(path), self.text(of: path) == text { return }
        texts[path] = text
    }

    mutating func delete(_ path: String) {
        texts[path] = .some(nil)
    }

    /// Makes the change: each file in one step, then the folders that have become empty.
    func apply() throws {
        let files = FileManager.default
        for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
            let url = URL(filePath: tree.root + "/" + path)
            guard let text else {
                try files.removeItem(at: url)
                removeEmptyFolders(above: path)
                continue
            }
            try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            let permissions = try? files.attributesOfItem(atPath: url.path)[.posixPermissions]
            try Data(text.utf8).write(to: url, options: .atomic)
            if let permissions {
                try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
            }
        }
    }

    private func removeEmptyFolders(above path: String) {
        var parts = path.split(separator: "/").dropLast()
        while !parts.isEmpty {
            let folder = parts.joined(separator: "/")
            guard tree.names(in: folder).isEmpty else { return }
            try? FileManager.default.removeItem(atPath: tree.root + "/" + folder)
            parts = parts.dropLast()
        }
    }
}

extension WorkspaceChange {
    /// The summary of a removal, or of its dry run.
    func summary(removed names: [String], lines: Int, dryRun: Bool) -> String {
        summary(
            """
            \(dryRun ? "Would remove" : "Removed") \(names.joined(separator: ", ")): \(deleted.count) files deleted, \
            \(changed.count) files changed, \(lines) marked lines deleted.
            """, dryRun: dryRun)
    }

    /// The summary of an addition, or of its dry run.
    func summary(added name: FeatureName, dryRun: Bool) -> String {
        let (singular, plural) = (name.singular.upperCamel, name.plural.upperCamel)
        let tests = plural.hasPrefix(singular) ? singular : "'\(singular)|\(plural)'"
        return summary(
            """
            \(dryRun ? "Would add" : "Added") \(plural): \(added.count) files in folders of this name, and its lines in \
            \(changed.count) shared files. Test it with `swift test --filter \(tests)`; remove it \
            with `make feature UNDO=\(plural)`.
            """, dryRun: dryRun)
    }

    private func summary(_ end: String, dryRun: Bool) -> String {
        guard dryRun else { return end }
        let lines = deleted.map { "delete  \($0)" } + added.map { "add     \($0)" } + changed.map { "change  \($0)" }
        return (lines + [end]).joined(separator: "\n")
    }
}

import Foundation

/// A temporary clone of the template.
struct TemplateClone: Sendable {
    /// What the user typed, for messages.
    let source: String
    private let repository: Repository

    /// - Parameters:
    ///   - source: a path from the current folder, or a URL.
    ///   - folder: the folder to create.
    init(of source: String, in folder: URL) throws {
        self.source = source
        let local = URL(filePath: source).standardizedFileURL
        let address = FileManager.default.fileExists(atPath: local.path) ? local.path : source
        do {
            try Repository(root: folder.deletingLastPathComponent())
                .git("clone", "--quiet", "--no-checkout", "--", address, folder.lastPathComponent)
        } catch RepositoryError.failed(_, let message) {
            throw UpgradeError.noRepository(source, message)
        }
        repository = Repository(root: folder)
        if try repository.line("rev-parse", "--is-shallow-repository") == "true" { throw UpgradeError.shallow(source) }
    }

    /// The commit that a branch, a tag or a commit id names.
    func commit(of reference: String) throws -> String {
        for name in ["origin/" + reference, reference] {
            if let commit = try repository.line("rev-parse", "--verify", "--quiet", name + "^{commit}") {
                return commit
            }
        }
        throw UpgradeError.unknownReference(reference, in: source)
    }

    /// The commit that a workspace comes from: the commit with its tree, else the tag of its version, else the last
    /// commit before `end` with that version.
    func commit(of version: TemplateVersion, before end: String) throws -> String {
        if let tree = version.tree {
            let commits = try repository.git("log", "--all", "--format=%H %T")
            let lines = String(decoding: commits, as: UTF8.self).split(separator: "\n")
            if let line = lines.first(where: { $0.hasSuffix(" " + tree) }) { return String(line.prefix { $0 != " " }) }
        }
        if let tag = try repository.line("rev-parse", "--verify", "--quiet", "refs/tags/v\(version.number)^{commit}") {
            return tag
        }
        let commits = try repository.git("log", "--format=%H", end, "--", TemplateVersion.path)
        // Each of these commits changed the version. The last commit with a version is the parent of the next change.
        var last = end
        for commit in String(decoding: commits, as: UTF8.self).split(separator: "\n").map(String.init) {
            if try self.version(at: commit)?.number == version.number { return last }
            last = try repository.line("rev-parse", "--verify", "--quiet", commit + "^") ?? commit
        }
        throw UpgradeError.unknownState(version, in: source)
    }

    /// The version in a commit, or `nil` if it has none.
    func version(at commit: String) throws -> TemplateVersion? {
        guard let text = try? repository.git("show", "\(commit):\(TemplateVersion.path)") else { return nil }
        return try TemplateVersion(text: String(decoding: text, as: UTF8.self))
    }

    func tree(of commit: String) throws -> String? {
        try repository.line("rev-parse", commit + "^{tree}")
    }

    /// Writes the files of a commit to a new folder.
    func checkOut(_ commit: String, in folder: URL) throws -> Repository {
        try repository.git("worktree", "add", "--quiet", "--detach", folder.path, commit)
        return Repository(root: folder)
    }
}

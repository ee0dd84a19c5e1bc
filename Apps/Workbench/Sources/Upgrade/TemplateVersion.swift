import Foundation

/// The state of the template that a clone comes from: the content of `.template-version`.
struct TemplateVersion: Sendable, Equatable {
    static let path = ".template-version"

    /// For example `1.0.0`.
    let number: String
    /// The id of that state's git tree. A version can have several commits, and a clone without the template's history
    /// still has its trees.
    let tree: String?

    init(number: String, tree: String?) {
        (self.number, self.tree) = (number, tree)
    }

    /// - Throws: ``UpgradeError/unreadableVersion(_:)``.
    init(text: String) throws(UpgradeError) {
        let lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        guard let number = lines.first, number.count == 1, number[0].allSatisfy({ $0.isNumber || $0 == "." }) else {
            throw .unreadableVersion(text)
        }
        self.number = String(number[0])
        tree = lines.dropFirst().first { $0.count == 2 && $0[0] == "tree" }.map { String($0[1]) }
    }

    var text: String { number + "\n" + (tree.map { "tree \($0)\n" } ?? "") }

    /// The version of the workspace in a folder.
    init(in root: URL) throws {
        guard let text = try? String(contentsOf: root.appending(path: Self.path), encoding: .utf8) else {
            throw UpgradeError.noVersion(root.path)
        }
        try self.init(text: text)
    }

    func write(in root: URL) throws {
        try Data(text.utf8).write(to: root.appending(path: Self.path), options: .atomic)
    }

    /// Adds the tree of the last commit to the version, unless it has one: at a later rename, the last commit can
    /// contain the team's changes. Without a version, does nothing.
    static func recordOrigin(of repository: Repository) throws {
        guard let version = try? TemplateVersion(in: repository.root), version.tree == nil,
            let tree = try repository.line("rev-parse", "--verify", "--quiet", "HEAD^{tree}")
        else { return }
        try TemplateVersion(number: version.number, tree: tree).write(in: repository.root)
    }
}

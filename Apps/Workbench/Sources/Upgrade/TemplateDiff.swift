import Foundation

/// The template's changes since the state that a workspace comes from, under the workspace's name and with its features.
struct TemplateDiff: Sendable {
    struct Outcome: Sendable {
        /// Empty if the workspace is up to date.
        let patch: Data
        let summary: String
    }

    /// The team's workspace, which only receives git objects.
    let workspace: Repository
    let template: TemplateClone
    /// An empty folder for the two states.
    let folder: URL

    /// - Parameter reference: the branch, tag or commit to upgrade to.
    /// - Throws: ``UpgradeError``, ``NameRefusal``, ``RepositoryError``.
    func outcome(upTo reference: String) throws -> Outcome {
        let version = try TemplateVersion(in: workspace.root)
        let end = try template.commit(of: reference)
        let start = try template.commit(of: version, before: end)
        let states = (
            try template.checkOut(start, in: folder.appending(path: "start")),
            try template.checkOut(end, in: folder.appending(path: "end"))
        )
        let removed = try RemovedFeatures(of: workspace.root, since: states.0.root)
        for state in [states.0, states.1] { try adapt(state, without: removed) }
        guard try template.tree(of: start) != template.tree(of: end) else {
            return Outcome(patch: Data(), summary: "The workspace is up to date with \(version.number).")
        }
        let next = TemplateVersion(
            number: try template.version(at: end)?.number ?? version.number,
            tree: try template.tree(of: end))
        try version.write(in: states.0.root)
        try next.write(in: states.1.root)

        let ownership = try self.ownership(of: states.1.root)
        let old = try tree(of: states.0, ownership)
        let new = try tree(of: states.1, ownership)
        try offer(old, from: states.0)
        let patch = try states.1.git("diff", "--binary", "--full-index", "--find-renames", old, new)
        let size = String(decoding: try states.1.git("diff", "--shortstat", old, new), as: UTF8.self)
        return Outcome(
            patch: patch,
            summary: "From \(version.number) (\(start.prefix(9))) to \(next.number) (\(end.prefix(9))):"
                + (size.isEmpty ? " no changes in files owned by the template" : size.trimmingCharacters(in: .newlines))
                + ".")
    }

    /// Gives a state of the template the workspace's name, and removes the features that the team has removed.
    private func adapt(_ state: Repository, without removed: RemovedFeatures) throws {
        try removed.remove(from: state.root)
        let manifest = try String(contentsOf: workspace.root.appending(path: "Package.swift"), encoding: .utf8)
        let rename = try Rename(root: state.root, to: ProjectName(ofPackage: manifest))
        if rename.renaming.old != rename.renaming.new { try rename.apply(rename.plan()) }
    }

    /// The owners that the template lists, and the paths that the team has claimed since.
    private func ownership(of state: URL) throws -> Ownership {
        let lists = try [state, workspace.root].map { root in
            let file = root.appending(path: Ownership.path)
            return try (try? String(contentsOf: file, encoding: .utf8)).map(Ownership.init(text:))
        }
        guard let template = lists[0] else {
            throw UpgradeError.unreadableOwnership("The template's new state has no such file")
        }
        return Ownership(template: template.template, team: template.team + (lists[1]?.team ?? []))
    }

    /// The git tree of the files that the template owns in a state.
    private func tree(of state: Repository, _ ownership: Ownership) throws -> String {
        for path in try state.files() where !ownership.isTemplates(path) {
            try FileManager.default.removeItem(at: state.root.appending(path: path))
        }
        try state.git("add", "--all", "--force")
        return String(decoding: try state.git("write-tree"), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Copies the old state's objects into the workspace, because `git apply --3way` merges with them.
    private func offer(_ tree: String, from state: Repository) throws {
        let commit = try state.git(
            "-c", "user.name=workbench", "-c", "user.email=workbench@localhost", "commit-tree", "-m", "Template", tree)
        let id = String(decoding: commit, as: UTF8.self).trimmingCharacters(in: .newlines)
        try state.git("update-ref", "refs/heads/template-start", id)
        try workspace.git(
            "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", state.root.path, "refs/heads/template-start")
    }
}

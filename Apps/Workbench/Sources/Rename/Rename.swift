import Foundation

/// Gives a workspace another name: in its files, in their paths, and in the layout of the Swift code.
struct Rename: Sendable {
    let root: URL
    let renaming: Renaming

    init(root: URL, to new: ProjectName) throws {
        self.root = root
        let manifest = try String(contentsOf: root.appending(path: ManifestSource.path), encoding: .utf8)
        renaming = Renaming(old: try ProjectName(ofPackage: manifest), new: new)
    }

    func plan() throws -> RenamePlan {
        try RenamePlan(renaming, of: Repository(root: root).files(), in: root)
    }

    func apply(_ plan: RenamePlan) throws {
        try Self.format(plan.apply(), in: root)
    }

    /// A name of another length changes line breaks, and another first letter the order of imports.
    static func format(_ paths: [String], in root: URL) throws {
        let sources = paths.filter { $0.hasSuffix(".swift") }
        guard !sources.isEmpty else { return }
        let process = try ChildProcess.run(["swift", "format", "--in-place", "--parallel"] + sources, in: root)
        guard process.status == 0 else { throw RenameError.formatting(process.errors) }
    }
}

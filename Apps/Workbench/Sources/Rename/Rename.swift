import Foundation

/// Gives a workspace another name: in its files, in their paths, and in the layout of the Swift code.
struct Rename: Sendable {
    let root: URL
    let renaming: Renaming

    init(root: URL, to new: ProjectName) throws {
        self.root = root
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        renaming = Renaming(old: try ProjectName(ofPackage: manifest), new: new)
    }

    func plan() throws -> RenamePlan {
        try RenamePlan(renaming, of: Repository(root: root).files(), in: root)
    }

    func apply(_ plan: RenamePlan) throws {
        try ChildProcess.format(plan.apply(), in: root)
    }
}

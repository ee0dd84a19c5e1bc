/// Reads a workspace from disk. The files are scanned while SwiftPM evaluates the manifest.
struct WorkspaceLoader: Sendable {
    let root: String
    let manifestReader: ManifestReader

    /// - Throws: ``WorkspaceError`` where a part without which nothing can be judged is missing or unreadable.
    func load() async throws -> Workspace {
        let tree = FileTree(root: root)
        let contractFile = try ContractFile(text: tree.text(of: ContractFile.path))
        async let dumped = manifestReader.manifest(ofPackageAt: root)

        let paths = tree.paths()
        let sources = try await scan(paths.filter { $0.hasSuffix(".swift") && $0 != ManifestSource.path }, in: tree)
        let documents = try paths.filter { $0 == "README.md" || $0.hasPrefix("Docs/") && $0.hasSuffix(".md") }
            .map { MarkdownDocument(path: $0, text: try tree.text(of: $0)) }
        let makefile = Makefile(text: tree.contains("Makefile") ? try tree.text(of: "Makefile") : "")
        let manifestSource = ManifestSource(text: try tree.text(of: ManifestSource.path))

        let manifest = try await dumped
        let owners = Dictionary(grouping: sources) { file in
            manifest.targets.first { $0.contains(file.path) }?.name
        }
        var files: [String: [SourceFile]] = [:]
        for case (let target?, let owned) in owners {
            files[target] = owned.sorted { $0.path < $1.path }
        }
        return Workspace(
            tree: tree, manifest: manifest, manifestSource: manifestSource, contractFile: contractFile, files: files,
            strays: owners[nil, default: []].map(\.path).sorted(), documents: documents, makefile: makefile)
    }

    private func scan(_ paths: [String], in tree: FileTree) async throws -> [SourceFile] {
        try await withThrowingTaskGroup(of: SourceFile.self) { group in
            for path in paths {
                group.addTask { @concurrent in SourceFile(path: path, text: try tree.text(of: path)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

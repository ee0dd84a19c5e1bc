/// Reads a workspace from disk. The files are scanned while SwiftPM evaluates the manifest.
struct WorkspaceLoader: Sendable {
    let root: String
    let manifestReader: ManifestReader

    /// - Throws: ``WorkspaceError`` if a part that the check needs is missing or unreadable.
    func load() async throws -> Workspace {
        let tree = FileTree(root: root)
        let contractText = try tree.text(of: ContractFile.path)
        let contractFile = try ContractFile(text: contractText)
        let vocabulary = try Vocabulary(text: tree.text(of: Vocabulary.path))
        async let dumped = manifestReader.manifest(ofPackageAt: root)

        let paths = tree.paths()
        let sources = try await scan(paths.filter { $0.hasSuffix(".swift") && $0 != ManifestSource.path }, in: tree)
        let (documents, scripts) = try Self.documents(in: tree)
        let makefileText = tree.contains("Makefile") ? try tree.text(of: "Makefile") : ""
        let manifestText = try tree.text(of: ManifestSource.path)

        let features = try FeatureFiles(tree: tree)

        let manifest = try await dumped
        let owners = Dictionary(grouping: sources) { file in
            manifest.targets.first { $0.contains(file.path) }?.name
        }
        var files: [String: [SourceFile]] = [:]
        for case (let target?, let owned) in owners {
            files[target] = owned.sorted { $0.path < $1.path }
        }
        let prose =
            documents.map(Prose.documents)
            + (sources + [SourceFile(path: ManifestSource.path, text: manifestText)]).flatMap(\.prose)
            + [
                Prose.comments(inMakefile: makefileText),
                Prose.strings(inContract: contractText),
            ]
        return Workspace(
            tree: tree, manifest: manifest, manifestSource: ManifestSource(text: manifestText),
            contractFile: contractFile, vocabulary: vocabulary, files: files,
            strays: owners[nil, default: []].sorted { $0.path < $1.path }, documents: documents, scripts: scripts,
            makefile: Makefile(text: makefileText), features: features, prose: prose)
    }

    /// README.md and the Markdown files under Docs and .github; the Makefile, the files in the folders of CI, and every
    /// shell script.
    static func documents(in tree: FileTree) throws -> (pages: [MarkdownDocument], scripts: [MarkdownDocument]) {
        let paths = tree.paths()
        let pages = (paths + tree.names(in: ".github").map { ".github/" + $0 }).filter { path in
            path.hasSuffix(".md") && (path == "README.md" || [".github/", "Docs/"].contains(where: path.hasPrefix))
        }
        var scripts = paths.filter { $0 == "Makefile" || $0.hasSuffix(".sh") }
        for folder in [".ci", ".github/workflows"] {
            scripts += tree.names(in: folder).map { "\(folder)/\($0)" }
        }
        return (
            try pages.map { MarkdownDocument(path: $0, text: try tree.text(of: $0)) },
            try scripts.map { MarkdownDocument(path: $0, script: try tree.text(of: $0)) }
        )
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

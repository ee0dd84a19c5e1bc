/// The input of all rules.
struct Workspace: Sendable {
    let tree: FileTree
    let manifest: Manifest
    let manifestSource: ManifestSource
    let contractFile: ContractFile
    let vocabulary: Vocabulary
    /// The Swift files that each target compiles, by the target's name.
    let files: [String: [SourceFile]]
    /// Swift files that no target compiles.
    let strays: [SourceFile]
    /// README.md and the Markdown files under Docs and .github, by path.
    let documents: [MarkdownDocument]
    /// The Makefile, the scripts and workflows of CI, and other shell scripts.
    let scripts: [MarkdownDocument]
    let makefile: Makefile
    let features: FeatureFiles
    /// The sentences of all files above.
    let prose: [Prose]

    var contract: LayerContract { contractFile.contract }

    /// The targets that have a row. The exhaustive rule reports those without.
    var ruledTargets: [(target: ManifestTarget, row: TargetRow)] {
        manifest.targets.compactMap { target in contract.row(of: target.name).map { (target, $0) } }
    }

    /// The files of the targets that have a row.
    var ruledFiles: [(file: SourceFile, row: TargetRow)] {
        ruledTargets.flatMap { target, row in files[target.name, default: []].map { ($0, row) } }
    }

    /// The products of packages without a row, which the exhaustive rule reports.
    var productsOfUnknownPackages: Set<String> {
        let known = Set(contract.packages.map(\.identity))
        let products = manifest.targets.flatMap(\.products).filter { product in
            product.package.map { !known.contains($0.lowercased()) } ?? false
        }
        return Set(products.map(\.name))
    }

    /// The modules that a target's files import, in every branch of every `#if`.
    func modulesImported(by target: String) -> Set<String> {
        Set(files[target, default: []].flatMap { $0.imports.map(\.module) })
    }
}

import Foundation
import Testing

@testable import Workbench

@Suite struct FeatureRemovalTests {
    /// A workspace with the sample feature Tales: a folder in a module, all of an app, a page, a marked line.
    private static var withTales: MiniatureWorkspace {
        var workspace = MiniatureWorkspace()
        workspace.features = [
            Feature(name: "Tales", singular: "Tale", sample: true, paths: ["Docs/tales*.md"]),
            Feature(name: "Plays", singular: "Play", sample: false, paths: []),
        ]
        workspace.files["Modules/Feature/Tales/Tale.swift"] = "struct Tale {}\n"
        workspace.files["Modules/Feature/Plays/Play.swift"] = "import Core\n"
        workspace.files["Modules/Feature/Feature.swift"] =
            "let tales = 1  // feature: Tales\nlet plays = 2  // feature: Plays\n"
        workspace.files["Apps/Tool/Tales/Tool.swift"] = "import Core\nimport Feature\n"
        workspace.files["Apps/Tool/Tool.swift"] = nil
        workspace.files["Docs/tales.md"] = "# Tales\n"
        workspace.files["Makefile"] = "test:\n\ttales # feature: Tales\n\tswift test\n"
        return workspace
    }

    private func removing(
        _ names: [String], from workspace: MiniatureWorkspace, check: (FileTree, WorkspaceChange) throws -> Void
    ) async throws {
        try await workspace.written { root, _ in
            let tree = FileTree(root: root)
            let list = try FeatureWorkspace(tree: tree).list()
            let (change, _) = try FeatureRemoval(list: list, removed: list.features(named: names)).change(in: tree)
            try check(tree, change)
        }
    }

    @Test("removes folders, paths, marked lines and the entry of one feature")
    func removal() async throws {
        try await removing(["Tales"], from: Self.withTales) { tree, change in
            #expect(
                change.deleted == ["Apps/Tool/Tales/Tool.swift", "Docs/tales.md", "Modules/Feature/Tales/Tale.swift"])
            try change.apply()
            #expect(try tree.text(of: "Makefile") == "test:\n\tswift test\n")
            #expect(try tree.text(of: "Modules/Feature/Feature.swift") == "let plays = 2  // feature: Plays\n")
            #expect(try FeatureList(text: tree.text(of: FeatureList.path)).names == ["Plays"])
            #expect(tree.contains("Modules/Feature/Plays/Play.swift"))
            #expect(!tree.contains("Modules/Feature/Tales"))
        }
    }

    @Test("removes a target without a file from Package.swift and the contract, and its dependencies' grants with it")
    func pruning() async throws {
        try await removing(["Tales"], from: Self.withTales) { tree, change in
            try change.apply()
            let manifest = try tree.text(of: ManifestSource.path)
            #expect(!manifest.contains("Tool"))
            #expect(manifest.contains("vendor-kit"))
            #expect(try ContractFile(text: tree.text(of: ContractFile.path)).contract.row(of: "Tool") == nil)
        }
    }

    @Test("removes dependencies, grants and packages that nothing imports any more, and exceptions of lost files")
    func grants() async throws {
        var workspace = Self.withTales
        workspace.files["Modules/Feature/Tales/Tale.swift"] = "import Core\nimport VendorKit\n"
        workspace.files["Modules/Core/Core.swift"] = "import Foundation\n"
        workspace.files["Modules/Feature/Plays/Play.swift"] = "struct Play {}\n"
        workspace.contract["Core"].packages = []
        workspace.contract["Feature"].packages = ["vendor-kit"]
        workspace.manifest["Core"].dependencies = []
        workspace.manifest["Feature"].dependencies = [.target("Core"), .product("VendorKit", package: "vendor-kit")]
        workspace.contract.exceptions = [
            .init(rule: "globals", file: "Modules/Feature/Tales/Tale.swift", subject: "tale"),
            .init(rule: "globals", file: "Modules/Feature/Feature.swift", subject: "tales"),
            .init(rule: "globals", file: "Modules/Feature/Feature.swift", subject: "plays"),
        ]
        try await removing(["Tales"], from: workspace) { tree, change in
            try change.apply()
            #expect(try !tree.text(of: ManifestSource.path).contains(/"Feature", dependencies: \["|vendor-kit/))
            let contract = try ContractFile(text: tree.text(of: ContractFile.path)).contract
            #expect(contract.row(of: "Feature")?.imports == [])
            #expect(contract.packages.isEmpty)
            #expect(contract.exceptions.map(\.subject) == ["plays"])
        }
    }

    @Test("an unbalanced block anywhere changes nothing")
    func unbalanced() async throws {
        var workspace = Self.withTales
        workspace.append("# feature: Plays begin", to: "Makefile")
        await #expect(throws: FeatureError.self) { try await removing(["Tales"], from: workspace) { _, _ in } }
    }

    @Test("an unknown feature is refused with the known ones")
    func unknown() async throws {
        let error = await #expect(throws: FeatureError.self) {
            try await removing(["Poems"], from: Self.withTales) { _, _ in }
        }
        #expect(error?.localizedDescription == "There is no feature Poems. Docs/features.json lists Tales, Plays.")
    }
}

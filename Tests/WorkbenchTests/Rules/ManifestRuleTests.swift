import Testing

@testable import Workbench

@Suite struct ManifestRuleTests {
    @Test("an import without a dependency is a breach at the first import")
    func missing() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["Tool"].dependencies = [.target("Feature")]
        workspace.append("import Core", to: "Apps/Tool/Zoo.swift")

        #expect(try await workspace.breaches(of: "manifest") == ["Apps/Tool/Tool.swift:1 Tool -> Core"])
    }

    @Test("an import of a package's module without a dependency is a breach")
    func missingProduct() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Tool"].packages = ["vendor-kit"]
        workspace.contract.sharedPackages = [.init(packages: ["vendor-kit"], targets: ["Tool"])]
        workspace.append("import VendorKit", to: "Apps/Tool/Tool.swift")

        #expect(try await workspace.breaches(of: "manifest") == ["Apps/Tool/Tool.swift:3 Tool -> VendorKit"])
        workspace.manifest["Tool"].dependencies.append(.product("VendorKit", package: "vendor-kit"))
        #expect(try await workspace.check().breaches == [])
    }

    @Test("a dependency without an import is a breach at the target's declaration")
    func unused() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Apps/Tool/Tool.swift"] = "import Feature"

        let source = workspace.manifest.source.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(source.firstIndex { $0.contains("executableTarget(name: \"Tool\"") }) + 1
        #expect(try await workspace.breaches(of: "manifest") == ["Package.swift:\(line) Tool -> Core"])
    }

    @Test("a child process may be a dependency without an import; an unused entry is a breach")
    func runs() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["CoreTests"].dependencies.append(.target("Tool"))
        #expect(
            try await workspace.check().breaches.map(\.what) == ["CoreTests depends on Tool and does not import it"])

        workspace.contract["CoreTests"].runs = ["Tool"]
        #expect(try await workspace.check().breaches == [])

        var importing = workspace
        importing.append("import Tool", to: "Tests/CoreTests/CoreTests.swift")
        importing.contract["CoreTests"].imports.append("Tool")
        let stale = try await importing.check().breaches
        #expect(stale.map(\.what) == ["the row of CoreTests lists Tool in \"runs\", but the target imports it"])

        workspace.manifest["CoreTests"].dependencies.removeLast()
        let idle = try await workspace.check().breaches
        #expect(idle.map(\.subject) == ["CoreTests -> Tool"])
    }

    @Test("a package that no target uses is a breach at its line")
    func unusedPackage() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest.packages.append("spare-kit")
        workspace.contract.packages.append(.init(package: "spare-kit", modules: ["SpareKit"]))

        #expect(try await workspace.breaches(of: "manifest") == ["Package.swift:9 spare-kit"])
    }
}

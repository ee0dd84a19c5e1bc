import Testing

@testable import Workbench

@Suite struct OwnersRuleTests {
    /// Feature uses the package that Core owns.
    private var trespassing: MiniatureWorkspace {
        var workspace = MiniatureWorkspace()
        workspace.append("import VendorKit", to: "Modules/Feature/Feature.swift")
        workspace.manifest["Feature"].dependencies.append(.product("VendorKit", package: "vendor-kit"))
        return workspace
    }

    @Test("an import of a package that another module owns is a breach that names the owner")
    func trespass() async throws {
        let found = try await trespassing.check().breaches.filter { $0.rule == "owners" }

        #expect(found.map(\.file) == ["Modules/Feature/Feature.swift"])
        #expect(found.map(\.what) == ["Feature imports VendorKit of vendor-kit, which Core owns"])
    }

    @Test("a currency row permits the import")
    func currency() async throws {
        var workspace = trespassing
        workspace.contract.currency = [.init(module: "VendorKit", targets: ["Feature"])]

        #expect(try await workspace.check().breaches == [])
    }

    @Test("a second owner is a breach, even if both modules import the package")
    func secondOwner() async throws {
        var workspace = trespassing
        workspace.contract["Feature"].packages = ["vendor-kit"]

        let found = try await workspace.check().breaches
        #expect(found.map(\.what) == ["Feature lists vendor-kit, which Core owns"])
    }

    @Test("an app that lists an owned package is a second owner, unless a row shares the package with a reason")
    func app() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import VendorKit", to: "Apps/Tool/Tool.swift")
        workspace.manifest["Tool"].dependencies.append(.product("VendorKit", package: "Vendor-Kit"))
        #expect(
            try await workspace.check().breaches.map(\.what) == [
                "Tool imports VendorKit of vendor-kit, which Core owns"
            ])

        workspace.contract["Tool"].packages = ["vendor-kit"]
        #expect(try await workspace.check().breaches.map(\.what) == ["Tool lists vendor-kit, which Core owns"])

        workspace.contract.sharedPackages = [.init(packages: ["vendor-kit"], targets: ["Tool"])]
        #expect(try await workspace.check().breaches == [])
    }

    @Test("a shared package that its target does not list is a breach")
    func idleSharing() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.sharedPackages = [.init(packages: ["vendor-kit"], targets: ["Tool"])]

        #expect(try await workspace.check().breaches.map(\.subject) == ["Tool -> vendor-kit"])
    }

    @Test("a test may import a package that a module owns, if its row lists it")
    func test() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import VendorKit", to: "Tests/CoreTests/CoreTests.swift")
        workspace.manifest["CoreTests"].dependencies.append(.product("VendorKit", package: "vendor-kit"))
        #expect(try await workspace.check().breaches.map(\.fix) == ["List \"vendor-kit\" in the row of CoreTests"])

        workspace.contract["CoreTests"].packages = ["vendor-kit"]
        #expect(try await workspace.check().breaches == [])
    }

    @Test("only the composition root and tests import an adapter, even if a row lists it")
    func adapter() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Core"].kind = "adapter"
        let found = try await workspace.check().breaches
        #expect(found.map(\.what) == ["Feature imports the adapter Core"])
        #expect(found.map(\.fix) == ["Take the port's value from Tool, and delete \"Core\" from the row"])

        workspace.contract.compositionRoot = "Feature"
        #expect(try await workspace.check().breaches.map(\.what) == ["Tool imports the adapter Core"])
    }
}

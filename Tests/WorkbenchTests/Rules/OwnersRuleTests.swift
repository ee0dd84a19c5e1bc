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

    @Test("an app may import an owned package only if its row lists it")
    func app() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("import VendorKit", to: "Apps/Tool/Tool.swift")
        workspace.manifest["Tool"].dependencies.append(.product("VendorKit", package: "Vendor-Kit"))
        #expect(try await workspace.breaches(of: "owners") == ["Apps/Tool/Tool.swift:3 VendorKit"])

        workspace.contract["Tool"].packages = ["vendor-kit"]
        #expect(try await workspace.check().breaches == [])
    }
}

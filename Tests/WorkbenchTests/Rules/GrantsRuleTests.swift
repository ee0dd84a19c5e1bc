import Testing

@testable import Workbench

@Suite struct GrantsRuleTests {
    private func breaches(_ change: (inout MiniatureWorkspace) -> Void) async throws -> [Breach] {
        var workspace = MiniatureWorkspace()
        change(&workspace)
        return try await workspace.check().breaches
    }

    @Test("an import that a row grants and no file uses is a breach that names the row and the grant")
    func idleImport() async throws {
        let found = try await breaches { workspace in
            workspace.contract["CoreTests"].imports.append("Feature")
        }

        #expect(found.map(\.what) == ["the row of CoreTests grants Feature, which no file of CoreTests imports"])
        #expect(found.map(\.fix) == ["Delete \"Feature\" from the row's imports"])
        #expect(found.map(\.file) == ["Docs/layers.json"])
    }

    @Test("a package that a row grants and no file uses is a breach")
    func idlePackage() async throws {
        let found = try await breaches { $0.contract["CoreTests"].packages = ["vendor-kit"] }

        #expect(found.map(\.subject) == ["CoreTests -> vendor-kit"])
    }

    @Test("a module of a package that no target imports is a breach")
    func idleModule() async throws {
        let found = try await breaches { $0.contract.packages[0].modules.append("VendorKitExtras") }

        #expect(found.map(\.subject) == ["vendor-kit -> VendorKitExtras"])
    }

    @Test("a currency grant that a target does not need is a breach", arguments: ["Feature", "Core"])
    func idleCurrency(target: String) async throws {
        let found = try await breaches { $0.contract.currency = [.init(module: "VendorKit", targets: [target])] }

        #expect(found.map(\.subject) == ["\(target) -> VendorKit"])
    }

    @Test("a kind or target in a system module's scope that does not import it is a breach")
    func idleScope() async throws {
        let found = try await breaches { workspace in
            workspace.contract.systemModules[1].scope = .init(kinds: ["test", "app", "helper"], targets: ["Core"])
        }

        #expect(found.map(\.subject) == ["Core -> Testing", "app -> Testing"])
    }
}

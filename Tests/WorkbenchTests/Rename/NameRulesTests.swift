import Testing

@testable import Workbench

@Suite struct NameRulesTests {
    private let rules = NameRules(
        manifest: Manifest(
            targets: [
                ManifestTarget(
                    name: "Core", kind: .regular, path: "Modules/Core",
                    dependencies: [.product("VendorKit", package: "swift-vendor")], sources: [], notCompiled: [])
            ], products: [ManifestProduct(name: "tool", isExecutable: true, targets: ["Core"])],
            packages: ["hummingbird"]),
        sources: [
            ("Modules/Core/A.swift", "// Falcon in a comment\nlet text = \"Falcon in a text\""),
            ("Modules/Core/B.swift", "\nstruct Response { let falconry = 1 }"),
        ])

    private func check(_ name: String) throws {
        try rules.check(ProjectName(name), replacing: ProjectName("Heron"))
    }

    @Test(
        "a module, a product, a dependency and a module of the system keep their names, in any case",
        arguments: [
            ("Core", "Core"), ("Tool", "tool"), ("Hummingbird", "hummingbird"), ("VendorKit", "VendorKit"),
            ("VendorKIT", "VendorKit"), ("Foundation", "Foundation"), ("Swift", "Swift"), ("SwiftUi", "SwiftUI"),
        ])
    func taken(name: String, owner: String) throws {
        let error = try #require(throws: NameRefusal.self) { try check(name) }
        guard case .taken(name, by: owner, _) = error else {
            Issue.record("\(error)")
            return
        }
    }

    @Test("the same name is refused")
    func same() {
        #expect(throws: NameRefusal.same("Heron")) { try check("Heron") }
    }

    @Test("a name inside an identifier is refused with its place")
    func identifier() {
        #expect(
            throws: NameRefusal.used("Response", identifier: "Response", file: "Modules/Core/B.swift", line: 2)
        ) { try check("Response") }
        #expect(throws: NameRefusal.used("Spons", identifier: "Response", file: "Modules/Core/B.swift", line: 2)) {
            try check("Spons")
        }
    }

    @Test("a name that contains a module's name works, and so does a word of comments and texts")
    func allowed() throws {
        try check("CorePlus")
        try check("MyCore")
        try rules.check(ProjectName("Comment"), replacing: ProjectName("Heron"))
    }
}

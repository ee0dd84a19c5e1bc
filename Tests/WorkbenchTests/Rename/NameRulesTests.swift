import Testing

@testable import Workbench

@Suite struct NameRulesTests {
    private let rules = NameRules(
        manifest: Manifest(
            targets: [
                ManifestTarget(
                    name: "Networking", kind: .regular, path: "Modules/Networking",
                    dependencies: [.product("VendorKit", package: "swift-vendor")], sources: [], notCompiled: [])
            ], products: [ManifestProduct(name: "tool", isExecutable: true, targets: ["Networking"])],
            packages: ["hummingbird"]),
        sources: [
            ("Modules/Networking/A.swift", "// Falcon in a comment\nlet text = \"Falcon in a text\""),
            ("Modules/Networking/B.swift", "\nstruct Client { let falconry = 1 }"),
        ])

    private func check(_ name: String) throws {
        try rules.check(ProjectName(name), replacing: ProjectName("Heron"))
    }

    @Test(
        "a module, a product, a dependency and a module of the system keep their names, in any case",
        arguments: [
            ("Networking", "Networking"), ("Tool", "tool"), ("Hummingbird", "hummingbird"), ("VendorKit", "VendorKit"),
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
            throws: NameRefusal.used("Client", identifier: "Client", file: "Modules/Networking/B.swift", line: 2)
        ) { try check("Client") }
        #expect(throws: NameRefusal.used("Cli", identifier: "Client", file: "Modules/Networking/B.swift", line: 2)) {
            try check("Cli")
        }
    }

    @Test("a name that contains a module's name works, and so does a word of comments and texts")
    func allowed() throws {
        try check("NetworkingPlus")
        try check("MyNetworking")
        try rules.check(ProjectName("Comment"), replacing: ProjectName("Heron"))
    }
}

import Testing

@testable import Workbench

@Suite struct FeaturesRuleTests {
    @Test("a path that matches no file is a breach")
    func lostPath() async throws {
        var workspace = MiniatureWorkspace()
        workspace.features[0] = Feature(
            name: "Tales", singular: "Tale", sample: true, paths: ["Makefile", "Docs/tales/*.md"], partial: "one file")

        #expect(try await workspace.breaches(of: "features") == ["Docs/features.json:4 Tales -> Docs/tales/*.md"])
    }

    @Test("a feature without a folder in Models and Services is a breach, unless it says why")
    func lostFolder() async throws {
        var workspace = MiniatureWorkspace()
        workspace.features[0].partial = nil
        #expect(try await workspace.breaches(of: "features") == ["Docs/features.json:4 Tales"])

        for layer in ["Models", "Services"] {
            workspace.files["Modules/\(layer)/Tales/Tale.swift"] = ""
            workspace.contract.outside.append(.init(path: "Modules/\(layer)"))
        }
        #expect(try await workspace.check().breaches == [])

        workspace.features[0].partial = "one file"
        #expect(
            try await workspace.check().breaches.map(\.what) == ["Tales is \"partial\" and has a folder in every layer"]
        )
    }

    @Test("a marker that names no feature is a breach")
    func unknownMarker() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append(
            "let tales = 1  // feature: Tale\nlet films = 2  // feature: Tales", to: "Modules/Core/Core.swift")

        #expect(try await workspace.breaches(of: "features") == ["Modules/Core/Core.swift:6 Tale"])
    }

    @Test("a block without an end is a breach")
    func unbalanced() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("# feature: Tales begin", to: "Makefile")

        #expect(try await workspace.check().breaches.map(\.what) == ["the block of Tales has no end"])
    }

    @Test("a line of the template that names a field outside a group is a breach")
    func template() async throws {
        var workspace = MiniatureWorkspace()
        workspace.features[0].template = "title:String pages:Int"
        workspace.files["Modules/Feature/Tales/Tale.swift"] = "let title: String\nlet pages: Int\n"
        #expect(try await workspace.check().breaches == [])

        workspace.append("/// Its pages.", to: "Modules/Feature/Tales/Tale.swift")
        #expect(
            try await workspace.breaches(of: "features") == [
                "Modules/Feature/Tales/Tale.swift:4 Modules/Feature/Tales/Tale.swift"
            ])
    }
}

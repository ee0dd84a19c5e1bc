import Testing

@testable import Workbench

@Suite struct MermaidGraphTests {
    private let manifest: Manifest

    init() async throws {
        manifest = try await MiniatureWorkspace().load().manifest
    }

    @Test("the graph draws the modules and their dependencies, sorted by name")
    func modules() {
        #expect(
            MermaidGraph(manifest: manifest, includesAll: false).text == """
                flowchart TD
                    subgraph Modules
                        Core
                        Doubles
                        Feature
                    end
                    Doubles --> Core
                    Feature --> Core
                """)
    }

    @Test("with --all, apps and tests are separate groups")
    func all() {
        let text = MermaidGraph(manifest: manifest, includesAll: true).text

        #expect(text.contains("    subgraph Apps\n        Tool\n    end\n"))
        #expect(text.contains("    CoreTests --> Core\n    CoreTests --> Doubles\n"))
        #expect(text.hasSuffix("    Tool --> Core\n    Tool --> Feature"))
    }

    @Test("the order in Package.swift does not change the graph")
    func deterministic() {
        let reversed = Manifest(targets: manifest.targets.reversed(), products: [], packages: [])

        #expect(
            MermaidGraph(manifest: reversed, includesAll: true).text
                == MermaidGraph(manifest: manifest, includesAll: true).text)
    }
}

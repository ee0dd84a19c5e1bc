import Foundation
import Testing

@testable import Workbench

@Suite struct ManifestTests {
    @Test("a dump gives targets with their paths, kinds, sources and both spellings of dependencies")
    func decoding() throws {
        let manifest = try Manifest(dump: Data(Self.dump.utf8))

        #expect(manifest.packages == ["grdb.swift", "local"])
        #expect(manifest.targets.map(\.path) == ["Sources/A", "Tests/ATests", "Apps/Tool", "Apps/Other"])
        #expect(
            manifest.target(named: "Tool")?.dependencies == [
                .target("A"), .target("A"), .product("GRDB", package: "GRDB.swift"), .product("Vendor", package: nil),
            ])
    }

    @Test("executables are the declared products and those that SwiftPM adds")
    func executables() throws {
        #expect(try Manifest(dump: Data(Self.dump.utf8)).executables == ["tool", "Other"])
    }

    @Test("a target compiles its sources except excluded files and resources")
    func contains() throws {
        let manifest = try Manifest(dump: Data(Self.dump.utf8))
        let tests = try #require(manifest.target(named: "ATests"))
        let tool = try #require(manifest.target(named: "Tool"))

        #expect(tests.contains("Tests/ATests/Deep/A.swift"))
        #expect(!tests.contains("Tests/ATests/Snippets/A.swift"))
        #expect(!tests.contains("Tests/ATests/Fixtures/A.swift"))
        #expect(!tests.contains("Tests/ATestsAndMore/A.swift"))
        #expect(tool.contains("Apps/Tool/In/A.swift"))
        #expect(!tool.contains("Apps/Tool/Out/A.swift"))
    }

    @Test("text that is not a dump is rejected", arguments: ["", "{}", #"{"targets": 1}"#])
    func malformed(text: String) {
        #expect(throws: WorkspaceError.self) { try Manifest(dump: Data(text.utf8)) }
    }

    @Test("SwiftPM's dump of the miniature equals the dump of the tests")
    func real() async throws {
        let miniature = MiniatureWorkspace()
        let (real, stated) = try await miniature.written { root, dump in
            let real = try await ManifestReader(dumpFile: nil).manifest(ofPackageAt: root)
            return (real, try await ManifestReader(dumpFile: dump).manifest(ofPackageAt: root))
        }

        #expect(real == stated)
        #expect(real.targets.count == 5)
    }

    private static let dump = """
        {
          "name": "Any",
          "dependencies": [
            {"sourceControl": [{"identity": "GRDB.swift", "location": {"remote": [{"urlString": "https://a.b/c"}]}}]},
            {"fileSystem": [{"identity": "local", "path": "/local"}]}
          ],
          "products": [
            {"name": "A", "targets": ["A"], "type": {"library": ["automatic"]}, "settings": []},
            {"name": "tool", "targets": ["Tool"], "type": {"executable": null}, "settings": []}
          ],
          "targets": [
            {"name": "A", "type": "regular", "exclude": [], "resources": [], "dependencies": []},
            {"name": "ATests", "type": "test", "exclude": ["Snippets/"], "dependencies": [],
             "resources": [{"path": "Fixtures", "rule": {"copy": {}}}]},
            {"name": "Tool", "type": "executable", "path": "Apps/Tool/", "sources": ["In"], "exclude": [],
             "resources": [],
             "dependencies": [
               {"byName": ["A", null]}, {"target": ["A", {"platformNames": ["linux"]}]},
               {"product": ["GRDB", "GRDB.swift", null, {"platformNames": ["linux"]}]}, {"byName": ["Vendor", null]}
             ]},
            {"name": "Other", "type": "executable", "path": "Apps/Other", "exclude": [], "resources": [],
             "dependencies": []}
          ]
        }
        """
}

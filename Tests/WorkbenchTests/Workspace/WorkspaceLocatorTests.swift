import Testing

@testable import Workbench

@Suite struct WorkspaceLocatorTests {
    @Test(
        "the workspace is found from any folder inside it, also from a nested package",
        arguments: ["", "/", "/Modules/Core", "/Modules/../Apps", "/Tests/Nested/Sources"])
    func climbing(folder: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Tests/Nested/Package.swift"] = "// a package of its own"
        workspace.files["Tests/Nested/Sources/A.swift"] = ""

        let (root, found) = try await workspace.written { root, _ in
            (root, try WorkspaceLocator.root(startingAt: root + folder))
        }
        #expect(found == root)
    }

    @Test("a given root is not searched upwards")
    func given() async throws {
        await #expect(throws: WorkspaceError.self) {
            try await MiniatureWorkspace().written { root, _ in
                try WorkspaceLocator.root(startingAt: root + "/Modules", climbing: false)
            }
        }
    }

    @Test("a folder outside every workspace is an error")
    func outside() {
        #expect(throws: WorkspaceError.noWorkspace(startingAt: "/")) { try WorkspaceLocator.root(startingAt: "/") }
    }
}

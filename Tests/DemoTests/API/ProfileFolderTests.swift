import Foundation
import Networking
import Primitives
import Testing

@testable import Demo

@Suite("The folder of profile credentials")
struct ProfileFolderTests {
    @Test("refuses a name that could lead out of it", arguments: ["", "..", "a/b", "../x", "a b"])
    func name(name: String) async throws {
        try await TemporaryFolder.with { folder in
            _ = #expect(throws: Failure.self) {
                try FileCredentialStorage.profile(name, beginningWith: Secret("first"), in: folder)
            }
        }
    }

    @Test("is closed to others, as each folder is that it needs")
    func modes() async throws {
        try await TemporaryFolder.with { folder in
            _ = try FileCredentialStorage.profile(
                "demo", beginningWith: Secret("first"), in: folder.appending(path: "a/b"))
            for path in ["a", "a/b", "a/b/profiles"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700, "\(path)")
            }
        }
    }
}

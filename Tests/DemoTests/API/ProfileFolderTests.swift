import Foundation
import Networking
import Primitives
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The folder of profile credentials")
struct ProfileFolderTests {
    @Test("a profile name that could leave the folder is an error", arguments: ["", "..", "a/b", "../x", "a b"])
    func name(name: String) async throws {
        try await TemporaryFolder.with { folder in
            _ = #expect(throws: Failure.self) {
                try FileCredentialStorage.profile(name, beginningWith: Secret("first"), in: folder)
            }
        }
    }

    @Test("the profile folder and its parents are accessible to their owner only")
    func modes() async throws {
        try await TemporaryFolder.with { folder in
            _ = try FileCredentialStorage.profile(
                "p", beginningWith: Secret("first"), in: folder.appending(path: "a/b"))
            for path in ["a", "a/b", "a/b/profiles"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700, "\(path)")
            }
        }
    }
}

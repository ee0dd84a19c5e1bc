import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@testable import Demo

@Suite("Where the session of a profile is kept")
struct ProfileCredentialStorageTests {
    private func storage(in folder: URL, first: String = "first") throws -> ProfileCredentialStorage {
        try ProfileCredentialStorage(profile: "demo", first: Secret(first), in: folder)
    }

    @Test("keeps the contract of credential storage", arguments: CredentialStorageContract.clauses)
    func contract(clause: ContractClause<any CredentialStorage>) async throws {
        try await TemporaryFolder.with { folder in
            let storage = try storage(in: folder)
            // What a first renewal has brought.
            let isSaved = try await storage.save(.fixture(1), replacing: Secret(""))
            #expect(isSaved)
            try await clause.check(storage)
        }
    }

    @Test("begins with the settings' token, and begins anew when somebody puts another there")
    func first() async throws {
        try await TemporaryFolder.with { folder in
            let begun = try await storage(in: folder).load()
            #expect(begun?.refreshToken == Secret("first"))
            _ = try await storage(in: folder).save(.fixture(2), replacing: Secret(""))
            #expect(try await storage(in: folder).load() == .fixture(2))
            #expect(try await storage(in: folder, first: "second").load()?.refreshToken == Secret("second"))
        }
    }

    @Test("refuses a name that could lead out of its folder", arguments: ["", "..", "a/b", "../x", "a b"])
    func name(name: String) async throws {
        try await TemporaryFolder.with { folder in
            _ = #expect(throws: Failure.self) {
                try ProfileCredentialStorage(profile: name, first: Secret("first"), in: folder)
            }
        }
    }

    @Test("a file that can't be read is left as it is")
    func damaged() async throws {
        try await TemporaryFolder.with { folder in
            let storage = try storage(in: folder)
            let file = folder.appending(path: "profiles/demo.json")
            try Data("{".utf8).write(to: file)
            await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(try Data(contentsOf: file) == Data("{".utf8))
        }
    }
}

import ContractSuites
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

    @Test(
        "refuses a file that others can read, as a settings file is refused", arguments: [0o644, 0o640, 0o604, 0o602])
    func openToOthers(mode: Int) async throws {
        try await TemporaryFolder.with { folder in
            let storage = try storage(in: folder)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            let file = folder.appending(path: "profiles/demo.json").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let error = await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(error?.reason.contains("chmod 600 \(file)") == true)
        }
    }

    @Test("new folders are closed to others, and so are the files in them")
    func modes() async throws {
        try await TemporaryFolder.with { folder in
            let data = folder.appending(path: "a/b")
            let storage = try storage(in: data)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            let isLocked = try await storage.lock.tryLock()
            #expect(isLocked)
            let profiles = data.appending(path: "profiles")
            let files = try FileManager.default.contentsOfDirectory(atPath: profiles.path).sorted()
            #expect(files == ["demo.json", "demo.lock"])
            for (path, mode) in [("a", 0o700), ("a/b", 0o700), ("a/b/profiles", 0o700)]
                + files.map({ ("a/b/profiles/\($0)", 0o600) })
            {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(path)")
            }
        }
    }

    @Test("a file that can't be written says why, and the old one stays")
    func unwritable() async throws {
        try await TemporaryFolder.with { folder in
            let storage = try storage(in: folder)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            // A folder in the place of the next file: it can't be removed as a file, nor opened as a new one.
            let next = folder.appending(path: "profiles/demo.json.next")
            try FileManager.default.createDirectory(at: next, withIntermediateDirectories: false)
            let error = await #expect(throws: CredentialStorageError.self) {
                try await storage.save(.fixture(2), replacing: Secret("access-1"))
            }
            #expect(error?.reason.contains("(File exists)") == true)
            #expect(try await storage.load() == .fixture(1))
        }
    }

    @Test("a file that can't be read is left as it is")
    func damaged() async throws {
        try await TemporaryFolder.with { folder in
            let storage = try storage(in: folder)
            let file = folder.appending(path: "profiles/demo.json")
            try Data("{".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(try Data(contentsOf: file) == Data("{".utf8))
        }
    }
}

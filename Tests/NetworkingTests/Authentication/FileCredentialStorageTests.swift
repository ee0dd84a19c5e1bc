import ContractSuites
import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("A credential in a file")
struct FileCredentialStorageTests {
    private func storage(in folder: URL, first: String = "first") -> FileCredentialStorage {
        FileCredentialStorage(file: folder.appending(path: "demo.json"), beginningWith: Secret(first))
    }

    @Test("conforms to the contract of credential storage", arguments: CredentialStorageContract.clauses)
    func contract(clause: ContractClause<any CredentialStorage>) async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            // The result of a first refresh.
            let isSaved = try await storage.save(.fixture(1), replacing: Secret(""))
            #expect(isSaved)
            try await clause.check(storage)
        }
    }

    @Test("begins with the app's refresh token, and starts again with a different one")
    func first() async throws {
        try await withTemporaryFolder { folder in
            let begun = try await storage(in: folder).load()
            #expect(begun?.refreshToken == Secret("first"))
            _ = try await storage(in: folder).save(.fixture(2), replacing: Secret(""))
            #expect(try await storage(in: folder).load() == .fixture(2))
            #expect(try await storage(in: folder, first: "second").load()?.refreshToken == Secret("second"))
        }
    }

    @Test(
        "refuses a file that others can read", arguments: [0o644, 0o640, 0o604, 0o602])
    func openToOthers(mode: Int) async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            let file = folder.appending(path: "demo.json").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let error = await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(error?.reason.contains("chmod 600 \(file)") == true)
        }
    }

    @Test("its files are closed to others")
    func modes() async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            let isLocked = try await storage.lock.tryLock()
            #expect(isLocked)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(files == ["demo.json", "demo.lock"])
            for file in files {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: file).path)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
            }
        }
    }

    @Test("a file that can't be written says why, and the old one stays")
    func unwritable() async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            // A folder in the place of the next file: it can't be removed as a file, nor opened as a new one.
            let next = folder.appending(path: "demo.json.next")
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
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            let file = folder.appending(path: "demo.json")
            try Data("{".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(try Data(contentsOf: file) == Data("{".utf8))
        }
    }
}

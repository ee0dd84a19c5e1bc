import EngineContracts
import EngineTestSupport
import Foundation
import Networking
import Primitives
import Testing

@Suite("File credential storage")
struct FileCredentialStorageTests {
    private func storage(in folder: URL, first: String = "first") -> FileCredentialStorage {
        FileCredentialStorage(file: folder.appending(path: "demo.json"), beginningWith: Secret(first))
    }

    /// Checks a storage that has saved the first fixture credential.
    private func withSaved(_ check: (FileCredentialStorage, _ folder: URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            let isSaved = try await storage.save(.fixture(1), replacing: Secret(""))
            #expect(isSaved)
            try await check(storage, folder)
        }
    }

    @Test("file storage conforms to the credential storage contract", arguments: CredentialStorageContract.clauses)
    func contract(clause: ContractClause<any CredentialStorage>) async throws {
        try await withSaved { storage, _ in try await clause.check(storage) }
    }

    @Test("file storage starts with the app's refresh token, and starts over if the app has a different one")
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
        "a credential file that other users can read is rejected", arguments: [0o644, 0o640, 0o604, 0o602])
    func openToOthers(mode: Int) async throws {
        try await withSaved { storage, folder in
            let file = folder.appending(path: "demo.json").path
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let error = await #expect(throws: CredentialStorageError.self) { try await storage.load() }
            #expect(error?.reason.contains("chmod 600 \(file)") == true)
        }
    }

    @Test("credential files are readable by their owner only")
    func modes() async throws {
        try await withSaved { storage, folder in
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

    @Test("a failed write reports its cause, and the old credential stays")
    func unwritable() async throws {
        try await withSaved { storage, folder in
            // A folder with the name of the next file can't be opened as a file.
            let next = folder.appending(path: "demo.json.next")
            try FileManager.default.createDirectory(at: next, withIntermediateDirectories: false)
            let error = await #expect(throws: CredentialStorageError.self) {
                try await storage.save(.fixture(2), replacing: Secret("access-1"))
            }
            #expect(error?.reason.contains("(Is a directory)") == true)
            #expect(try await storage.load() == .fixture(1))
        }
    }

    @Test("space is reserved in the file that the next write replaces, and its absence is reported")
    func reservedSpace() async throws {
        try await withTemporaryFolder { folder in
            let storage = storage(in: folder)
            try await storage.reserveSpace()
            #expect(try await storage.load()?.refreshToken == Secret("first"))
            _ = try await storage.save(.fixture(1), replacing: Secret(""))
            #expect(try await storage.load() == .fixture(1))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["demo.json"])
            await #expect(processExitsWith: .success) { [folder = folder as URL] in
                limitFileSizes(to: 16_384)
                let storage = FileCredentialStorage(
                    file: folder.appending(path: "demo.json"), beginningWith: Secret("first"))
                await #expect(throws: CredentialStorageError.self) { try await storage.reserveSpace() }
            }
            #expect(try await storage.load() == .fixture(1))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["demo.json"])
        }
    }

    @Test("an unreadable credential file is not changed")
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

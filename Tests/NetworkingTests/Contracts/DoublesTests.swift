import EngineContracts
import EngineTestSupport
import Foundation
import Networking
import Primitives
import Testing

@Suite("Contracts of Networking's ports")
struct DoublesTests {
    @Test("InMemoryCredentialStorage keeps the contract", arguments: CredentialStorageContract.clauses)
    func inMemory(clause: ContractClause<any CredentialStorage>) async throws {
        try await clause.check(InMemoryCredentialStorage())
    }

    @Test("MockCredentialStorage over a storage keeps the contract", arguments: CredentialStorageContract.clauses)
    func mock(clause: ContractClause<any CredentialStorage>) async throws {
        try await clause.check(MockCredentialStorage(over: InMemoryCredentialStorage()))
    }

    @Test("InMemoryRefreshLock keeps the contract", arguments: RefreshLockContract.clauses)
    func inMemoryLock(clause: ContractClause<(any RefreshLock, any RefreshLock)>) async throws {
        let lock = InMemoryRefreshLock()
        try await clause.check((lock, lock))
    }

    @Test("FileRefreshLock keeps the contract", arguments: RefreshLockContract.clauses)
    func fileLock(clause: ContractClause<(any RefreshLock, any RefreshLock)>) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "refresh.lock")
            try await clause.check((FileRefreshLock(file: file), FileRefreshLock(file: file)))
            try await clause.check((FileRefreshLock(file: file), FileRefreshLock(file: file)))
        }
    }

    @Test("PlainJSONBodyCoding keeps the contract", arguments: BodyCodingContract.clauses)
    func plainJSON(clause: ContractClause<any BodyCoding>) async throws {
        try await clause.check(PlainJSONBodyCoding())
    }

    @Test("the contract suites detect broken implementations")
    func mutants() async throws {
        try await expectBreach(of: CredentialStorageContract.clauses) {
            MockCredentialStorage(load: .value(.fixture()), save: .value(true), clear: .value(nil))
        }
        try await expectBreach(of: CredentialStorageContract.clauses) { InMemoryCredentialStorage(nil) }
        for fault in FaultyStorage.Fault.allCases {
            try await expectBreach(of: CredentialStorageContract.clauses) { FaultyStorage(fault: fault) }
        }
        try await expectBreach(of: BodyCodingContract.clauses) { LossyCoding() }
    }

    /// A storage with one fault.
    private struct FaultyStorage: CredentialStorage {
        enum Fault: CaseIterable {
            case resurrects, overwrites, keepsAfterClear, clearsAnything, hidesWhatIsLeft, looksBeforeItClears
        }

        let fault: Fault
        private let base = InMemoryCredentialStorage()

        init(fault: Fault) {
            self.fault = fault
        }

        func load() async throws(CredentialStorageError) -> BearerCredential? { base.stored }

        func save(
            _ credential: BearerCredential, replacing old: Secret<String>
        ) async throws(CredentialStorageError) -> Bool {
            let overwrites = fault == .overwrites && base.stored != nil || fault == .resurrects && base.stored == nil
            guard overwrites else { return try await base.save(credential, replacing: old) }
            base.replace(with: credential)
            return true
        }

        func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
            switch fault {
            case .keepsAfterClear: return base.stored?.token == token ? nil : base.stored
            case .clearsAnything:
                base.replace(with: nil)
                return nil
            case .hidesWhatIsLeft:
                _ = try await base.clear(ifStill: token)
                return nil
            case .looksBeforeItClears:
                guard base.stored?.token == token else { return base.stored }
                var looks = 0
                while base.stored?.token == token, looks < 20_000 {
                    looks += 1
                    await Task.yield()
                }
                base.replace(with: nil)
                return nil
            default: break
            }
            return try await base.clear(ifStill: token)
        }
    }

    /// Drops the text after the last comma.
    private struct LossyCoding: BodyCoding {
        private let base = PlainJSONBodyCoding()

        var contentType: String { base.contentType }

        func encode(_ value: any Encodable) throws -> Data {
            let bytes = try base.encode(value)
            guard let comma = bytes.lastIndex(of: UInt8(ascii: ",")), bytes.last == UInt8(ascii: "}") else {
                return bytes
            }
            return bytes[..<comma] + Data("}".utf8)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
            try base.decode(type, from: data)
        }
    }
}

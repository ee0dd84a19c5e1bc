import Foundation
import Networking
import TestSupport
import Testing

@Suite("The contracts of Networking's ports")
struct DoublesTests {
    @Test("InMemoryCredentialStorage keeps the contract", arguments: CredentialStorageContract.clauses)
    func inMemory(clause: ContractClause<any CredentialStorage>) async throws {
        try await clause.check(InMemoryCredentialStorage())
    }

    @Test("RecordingCredentialStorage keeps the contract", arguments: CredentialStorageContract.clauses)
    func recording(clause: ContractClause<any CredentialStorage>) async throws {
        try await clause.check(RecordingCredentialStorage())
    }

    @Test("InMemoryResponseCache keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func inMemoryCache(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(InMemoryResponseCache())
    }

    @Test("RecordingResponseCacheStorage keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func recordingCache(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(RecordingResponseCacheStorage())
    }

    @Test("PlainJSONBodyCoding keeps the contract", arguments: BodyCodingContract.clauses)
    func plainJSON(clause: ContractClause<any BodyCoding>) async throws {
        try await clause.check(PlainJSONBodyCoding())
    }

    @Test("mutants break the contracts")
    func mutants() async throws {
        try await expectBreach(of: CredentialStorageContract.clauses) { StubCredentialStorage() }
        try await expectBreach(of: CredentialStorageContract.clauses) { InMemoryCredentialStorage(nil) }
        try await expectBreach(of: CredentialStorageContract.clauses) { ResurrectingStorage() }
        try await expectBreach(of: BodyCodingContract.clauses) { LossyCoding() }
        try await expectBreach(of: ResponseCacheStorageContract.clauses) { StubResponseCacheStorage() }
        for fault in CarelessResponseCache.Fault.allCases {
            try await expectBreach(of: ResponseCacheStorageContract.clauses) { CarelessResponseCache(fault) }
        }
    }

    @Test("failing doubles record a failure")
    func failing() async {
        await withKnownIssue { _ = try await FailingCredentialStorage().load() }
        await withKnownIssue { try await FailingCredentialStorage().save(.fixture()) }
        await withKnownIssue { try await FailingCredentialStorage().clear() }
        await withKnownIssue { _ = try await FailingRefresher().refresh(.fixture()) }
        await withKnownIssue { _ = try await ScriptedRefresher(answers: []).refresh(.fixture()) }
        await withKnownIssue { _ = try await FailingResponseCacheStorage().responses(for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().save(.fixture(), for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().removeResponses(for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().removeAll(in: .user("1")) }
        withKnownIssue { _ = try FailingBodyCoding().encode(1) }
        withKnownIssue { _ = try FailingBodyCoding().decode(Int.self, from: Data()) }
        await withKnownIssue {
            _ = try await Pipeline(interceptors: [FailingInterceptor()], transport: FailingTransport())
                .send(.fixture())
        }
    }

    /// Keeps a credential that comes after the sign-out.
    private struct ResurrectingStorage: CredentialStorage {
        private let base = InMemoryCredentialStorage()

        func load() async throws(CredentialStorageError) -> BearerCredential? { base.kept }
        func save(_ credential: BearerCredential) async throws(CredentialStorageError) {
            base.replace(with: credential)
        }
        func clear() async throws(CredentialStorageError) { base.replace(with: nil) }
    }

    /// Loses what stands behind the last comma.
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

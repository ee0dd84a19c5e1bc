import ContractSuites
import HTTPCaching
import Networking
import TestSupport
import Testing

@Suite("Contract of the response cache storage")
struct StorageContractTests {
    @Test("InMemoryResponseCache keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func inMemoryCache(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(InMemoryResponseCache())
    }

    @Test("RecordingResponseCacheStorage keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func recordingCache(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(RecordingResponseCacheStorage())
    }

    @Test("the contract suite detects broken implementations")
    func mutants() async throws {
        try await expectBreach(of: ResponseCacheStorageContract.clauses) { StubResponseCacheStorage() }
        for fault in FaultyResponseCache.Fault.allCases {
            try await expectBreach(of: ResponseCacheStorageContract.clauses) { FaultyResponseCache(fault) }
        }
    }

    @Test("the failing double records a failure")
    func failing() async {
        await withKnownIssue { _ = try await FailingResponseCacheStorage().responses(for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().save(.fixture(), for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().removeResponses(for: .fixture()) }
        await withKnownIssue { try await FailingResponseCacheStorage().removeAll(in: .user("1")) }
    }
}

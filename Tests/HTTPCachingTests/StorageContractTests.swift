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

    @Test("MockResponseCacheStorage over a cache keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func mock(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(MockResponseCacheStorage(over: InMemoryResponseCache()))
    }

    @Test("the contract suite detects broken implementations")
    func mutants() async throws {
        try await expectBreach(of: ResponseCacheStorageContract.clauses) {
            MockResponseCacheStorage(
                responses: .value([]), save: .success, removeResponses: .success, removeAll: .success)
        }
        for fault in FaultyResponseCache.Fault.allCases {
            try await expectBreach(of: ResponseCacheStorageContract.clauses) { FaultyResponseCache(fault) }
        }
    }

    @Test("a call without a response throws the line that made the mock")
    func unexpected() async {
        let storage = MockResponseCacheStorage()
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await storage.responses(for: .fixture()) },
            { try await storage.save(.fixture(), for: .fixture()) },
            { try await storage.removeResponses(for: .fixture()) },
            { try await storage.removeAll(in: .user("1")) },
        ]
        for call in calls {
            let error = await #expect(throws: ResponseCacheStorageError.self) { try await call() }
            #expect(error?.reason.contains("StorageContractTests.swift") == true)
        }
        #expect(storage.calls.count == calls.count)
    }
}

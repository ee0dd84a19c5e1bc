import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("Failing cache storage", .failsOnUnexpectedCalls, .timeLimit(.minutes(1)))
struct BrokenStoreTests {
    private static let failure = ResponseCacheStorageError(reason: "The disk is full.")
    private static let reported = CacheEvent.storeFailed(reason: failure.reason)

    @Test("a storage failure is reported, and fails no call", arguments: StubResponseCacheStorage.Operation.allCases)
    func failing(operation: StubResponseCacheStorage.Operation) async throws {
        let harness = try CacheHarness(storage: StubResponseCacheStorage(failures: [operation: Self.failure])) { _ in
            .fresh("pen")
        }
        #expect(try await harness.send().text == "pen")
        #expect(try await harness.send("/item", .put).text == "pen")
        let expected: [CacheEvent] =
            switch operation {
            case .load: [Self.reported, .missed, .stored, .invalidated]
            case .save: [.missed, Self.reported, .invalidated]
            case .remove: [.missed, .stored, Self.reported, .invalidated]
            case .removeAll: [.missed, .stored, .invalidated]
            }
        #expect(harness.decisions == expected)
    }

    @Test("stored responses that don't match are ignored: another variant, a future date, unreadable fields")
    func misfits() async throws {
        let misfits = [
            StoredResponse.fixture("wrong", variant: ["accept": ["x/y"]]),
            StoredResponse.fixture("future", receivedAt: .distantFuture),
            StoredResponse.fixture("broken", fields: [.cacheControl: "max-age=x", .date: "?", .expires: "?"]),
        ]
        for misfit in misfits {
            let harness = try CacheHarness(storage: StubResponseCacheStorage([misfit])) { _ in .fresh("pen") }
            #expect(try await harness.send().text == "pen")
        }
    }

    @Test("if two stored responses match, the one with the later date is served")
    func newest() async throws {
        let older = StoredResponse.fixture("older")
        let newer = StoredResponse.fixture(
            "newer", fields: [.date: "Thu, 01 Jan 2026 00:00:01 GMT", .cacheControl: "max-age=60"],
            variant: ["accept": []])
        for stored in [[older, newer], [newer, older]] {
            let harness = try CacheHarness(storage: StubResponseCacheStorage(stored)) { _ in .fresh("pen") }
            #expect(try await harness.send().text == "newer")
        }
    }
}

import ContractSuites
import Foundation
import HTTPCaching
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("Failing cache storage", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct BrokenStoreTests {
    enum Operation: CaseIterable {
        case load, save, remove
    }

    private static let failure = ResponseCacheStorageError(reason: "The disk is full.")
    private static let reported = CacheEvent.storeFailed(reason: failure.reason)

    @Test("a failing storage is reported and fails no call", arguments: Operation.allCases)
    func failing(operation: Operation) async throws {
        let storage = MockResponseCacheStorage(
            over: InMemoryResponseCache(), responses: operation == .load ? .error(Self.failure) : nil,
            save: operation == .save ? .error(Self.failure) : nil,
            removeResponses: operation == .remove ? .error(Self.failure) : nil)
        let harness = try CacheHarness(storage: storage) { _ in .fresh("pen") }
        #expect(try await harness.send().text == "pen")
        #expect(try await harness.send("/item", .put).text == "pen")
        let expected: [CacheEvent] =
            switch operation {
            case .load: [Self.reported, .missed, .stored, .invalidated]
            case .save: [.missed, Self.reported, .invalidated]
            case .remove: [.missed, .stored, Self.reported, .invalidated]
            }
        #expect(harness.decisions == expected)
    }

    private func storage(of responses: [StoredResponse]) -> MockResponseCacheStorage {
        MockResponseCacheStorage(over: InMemoryResponseCache(), responses: .value(responses))
    }

    @Test("gives back what does not fit: another variant, a future answer")
    func misfits() async throws {
        let misfits = [
            StoredResponse.fixture("wrong", variant: ["accept": ["x/y"]]),
            StoredResponse.fixture("future", receivedAt: .distantFuture),
            StoredResponse.fixture("broken", fields: [.cacheControl: "max-age=x", .date: "?", .expires: "?"]),
        ]
        for misfit in misfits {
            let harness = try CacheHarness(storage: storage(of: [misfit])) { _ in .fresh("pen") }
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
            let harness = try CacheHarness(storage: storage(of: stored)) { _ in .fresh("pen") }
            #expect(try await harness.send().text == "newer")
        }
    }
}

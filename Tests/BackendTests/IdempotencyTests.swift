import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Backend

struct IdempotencyTests {
    private static let item = #"{"name":"first"}"#

    private func create(
        on backend: TestBackend, _ token: String, key: String?, _ json: String = item, path: String = "/items"
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.idempotencyKey] = key
        return try await backend.send(.post, path, token: token, json: json, headers: headers)
    }

    @Test("a retry with the same key gets the stored response")
    func replay() async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let first = try await create(on: backend, token, key: "k-1")
            #expect(first.status == .created && first.headers[.idempotencyReplayed] == nil)
            let second = try await create(on: backend, token, key: #""k-1""#)
            #expect(second.status == .created && second.headers[.idempotencyReplayed] == "true")
            #expect(second.text == first.text)
            for name in [HTTPField.Name.location, .contentType, .contentLength] {
                #expect(second.headers[name] == first.headers[name] && second.headers[name] != nil)
            }
            #expect(second.headers[.xRequestID] != first.headers[.xRequestID])
            try await create(on: backend, token, key: nil).expectProblem(.conflict, "name_taken")
        }
    }

    @Test("an idempotency key belongs to one body, one path and one user")
    func reuse() async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            _ = try await create(on: backend, token, key: "k")
            try await create(on: backend, token, key: "k", #"{"name":"other"}"#)
                .expectProblem(.unprocessableContent, "idempotency_key_reused")
            try await create(on: backend, token, key: "k", path: "/archive/items")
                .expectProblem(.unprocessableContent, "idempotency_key_reused")
            let grace = try await backend.logIn(DemoAccounts.grace).access
            let another = try await create(on: backend, grace, key: "k", #"{"name":"other"}"#)
            #expect(another.status == .created && another.headers[.idempotencyReplayed] == nil)
        }
    }

    @Test("a refused request can be sent again with its key")
    func failures() async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try await create(on: backend, token, key: "k", "{}")
                .expectProblem(.unprocessableContent, "validation_failed")
            #expect(try await create(on: backend, token, key: "k").status == .created)
        }
    }

    @Test(
        "an idempotency key with invalid characters or length is refused",
        arguments: ["", "\"\"", "two words", "quo\"te", String(repeating: "k", count: 256)])
    func invalid(key: String) async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try await create(on: backend, token, key: key).expectProblem(.badRequest, "invalid_idempotency_key")
        }
    }

    @Test("a stored response survives a restart and expires after its lifetime")
    func lifetime() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            let slot = IdempotencyStore.Slot(userID: "u-ada", key: try IdempotencyKey("k"))
            let (fingerprint, response) = (
                Data([1]), StoredResponse(status: .created, headers: [:], body: .init(string: "x"))
            )
            func withStore(_ body: (IdempotencyStore) async throws -> Void) async throws {
                try await BackendApplication.withApplication(.forTests(folder)) { backend in
                    try await body(
                        IdempotencyStore(
                            database: backend.sessions.database, limits: BackendLimits(), now: { clock.now }))
                }
            }
            try await withStore { store in
                let (first, second) = (
                    try await store.admit(slot, fingerprint), try await store.admit(slot, fingerprint)
                )
                #expect(first == .first && second == .inProgress)
                try await store.store(response, in: slot, fingerprint)
                store.release(slot)
            }
            try await withStore { store in
                let (same, other) = (try await store.admit(slot, fingerprint), try await store.admit(slot, Data([2])))
                #expect(same == .replayed(response) && other == .reused)
                clock.advance(by: .seconds(24 * 60 * 60))
                let later = try await store.admit(slot, Data([2]))
                #expect(later == .first)
            }
        }
    }

    @Test("the number of stored responses is limited, and the oldest are deleted")
    func bound() async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            var limits = BackendLimits()
            limits.storedResponses = 2
            let store = IdempotencyStore(
                database: backend.backend.sessions.database, limits: limits, now: { backend.clock.now })
            for number in 1...4 {
                let slot = IdempotencyStore.Slot(userID: "u-ada", key: try IdempotencyKey("k\(number)"))
                try await store.store(StoredResponse(status: .ok, headers: [:], body: .init()), in: slot, Data([0]))
                backend.clock.advance(by: .seconds(1))
            }
            var stored: [Bool] = []
            for number in 1...4 {
                let slot = IdempotencyStore.Slot(userID: "u-ada", key: try IdempotencyKey("k\(number)"))
                stored.append(try await store.admit(slot, Data([0])) != .first)
            }
            #expect(stored == [false, false, true, true])
        }
    }

    private func createAtOnce(_ count: Int, on backend: TestBackend, _ token: String) async throws -> [TestResponse] {
        try await withThrowingTaskGroup(of: TestResponse.self) { group in
            for _ in 0..<count { group.addTask { try await create(on: backend, token, key: "k") } }
            var responses: [TestResponse] = []
            for try await response in group { responses.append(response) }
            return responses
        }
    }

    @Test("concurrent requests with the same key run once")
    func concurrency() async throws {
        try await TestBackend.run {
            $0.addItems()
        } _: { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let responses = try await createAtOnce(8, on: backend, token)
            let created = responses.filter { $0.status == .created }
            #expect(created.count { $0.headers[.idempotencyReplayed] == nil } == 1)
            #expect(Set(created.map(\.text)).count == 1)
            for response in responses where response.status != .created {
                try response.expectProblem(.conflict, "request_in_progress")
            }
        }
    }
}

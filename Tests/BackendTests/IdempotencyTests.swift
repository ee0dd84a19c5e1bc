import Foundation
import GRDB
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

/// The idempotency keys, on the creation of users, whose emails are unique.
struct IdempotencyTests {
    private static let user = #"{"name":"R","email":"r@example.com"}"#

    private func send(
        _ method: HTTPRequest.Method = .post, _ path: String = "/v2/users", on backend: TestBackend, _ token: String,
        key: String?, _ json: String = user, ifMatch: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        (headers[.idempotencyKey], headers[.ifMatch]) = (key, ifMatch)
        return try await backend.send(method, path, json, token: token, headers: headers)
    }

    @Test("a retry with the same key gets the stored response, quoted or not, and a refused one can be sent again")
    func replay() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            #expect(try await send(on: backend, token, key: "k-1", "{}").outcome == "422 name required, email required")
            let first = try await send(on: backend, token, key: "k-1")
            #expect(first.status == .created && first.headers[.idempotencyReplayed] == nil)
            let second = try await send(on: backend, token, key: #""k-1""#)
            #expect(second.status == .created && second.headers[.idempotencyReplayed] == "true")
            #expect(second.text == first.text)
            for name in [HTTPField.Name.location, .contentType, .contentLength] {
                #expect(second.headers[name] == first.headers[name] && second.headers[name] != nil)
            }
            #expect(second.headers[.xRequestID] != first.headers[.xRequestID])
            #expect(try await send(on: backend, token, key: nil).outcome == "409 email_taken")
        }
    }

    @Test("an idempotency key belongs to one method, one path, one body and one user")
    func reuse() async throws {
        try await TestBackend.run { backend in
            let (ada, path) = (try await backend.token(of: "u-ada"), "/v2/users/u-grace")
            _ = try await send(.patch, path, on: backend, ada, key: "k")
            for (method, path, json) in [
                (HTTPRequest.Method.patch, path, "{}"), (.patch, "/v2/users/u-ada", Self.user), (.put, path, Self.user),
            ] {
                let outcome = try await send(method, path, on: backend, ada, key: "k", json).outcome
                #expect(outcome == "422 idempotency_key_reused")
            }
            let other = try await send(
                .patch, path, on: backend, try await backend.token(of: "u-grace"), key: "k", "{}")
            #expect(other.status == .ok && other.headers[.idempotencyReplayed] == nil)
        }
    }

    @Test("a replay comes before preconditions, which the first request's own effect fails")
    func preconditions() async throws {
        try await TestBackend.run { backend in
            let (token, path) = (try await backend.token(of: "u-grace"), "/v2/users/u-grace")
            var tag: String?
            for method in [HTTPRequest.Method.patch, .put] {
                let json = #"{"name":"\#(method)","email":"g@example.com","description":null}"#
                tag = try await backend.send(.get, path, token: token).headers[.eTag]
                let first = try await send(method, path, on: backend, token, key: "\(method)", json, ifMatch: tag)
                let retry = try await send(method, path, on: backend, token, key: "\(method)", json, ifMatch: tag)
                #expect(first.status == .ok && retry.text == first.text)
                #expect(retry.headers[.idempotencyReplayed] == "true")
            }
            let outdated = try await send(.patch, path, on: backend, token, key: "new", ifMatch: tag)
            #expect(try outdated.outcome == "412 precondition_failed")
        }
    }

    @Test("an idempotency key with invalid characters or length is refused")
    func invalid() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            for key in ["", "\"\"", "two words", "quo\"te", String(repeating: "k", count: 256)] {
                #expect(try await send(on: backend, token, key: key).outcome == "400 invalid_idempotency_key")
            }
        }
    }

    @Test("a stored response survives a restart and expires after its published lifetime")
    func lifetime() async throws {
        try await withTemporaryFolder { folder in
            let clock = ManualClock()
            for (seconds, isReplayed) in [(0.0, false), (86_399, true), (1, false)] {
                clock.advance(by: seconds)
                try await TestBackend.run(in: folder, clock: clock) { backend in
                    let token = try await backend.token(of: "u-grace")
                    let response = try await send(.patch, "/v2/users/u-grace", on: backend, token, key: "k")
                    #expect((response.headers[.idempotencyReplayed] == "true") == isReplayed)
                    let health = try await backend.send(.get, "/v2/health")
                    #expect(health.headers[.idempotencyKeyLifetime] == "86400")
                }
            }
        }
    }

    @Test("of concurrent requests with the same key one runs, and the others get it or 409")
    func concurrency() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            let created = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<8 { group.addTask { try await send(on: backend, token, key: "k") } }
                var created: [TestResponse] = []
                for try await response in group {
                    let outcome = try response.outcome
                    if outcome == "201" {
                        created.append(response)
                    } else {
                        #expect(outcome == "409 request_in_progress")
                    }
                }
                return created
            }
            #expect(created.count { $0.headers[.idempotencyReplayed] == nil } == 1)
            #expect(Set(created.map(\.text)).count == 1)
        }
    }

    @Test("a second process's effect with the same key is undone")
    func twoProcesses() async throws {
        try await TestBackend.run { backend in
            let database = backend.backend.database
            let key = KeyedRequest(
                userID: "u-ada", key: "k", fingerprint: Data([1]), moment: Timestamp(backend.clock.now))
            try await database.write { try key.store(Reply(), $0) }
            await #expect(throws: Problem.requestInProgress) {
                try await database.write { db in
                    try db.execute(sql: "UPDATE users SET name = ''")
                    try key.store(Reply(), db)
                }
            }
            #expect(try await database.read { try User.fetchOne($0, key: "u-ada")?.name } == "Ada Lovelace")
        }
    }

    @Test("a client may choose the id of what it creates, which must be a new UUID")
    func clientIDs() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            func create(_ id: String, _ email: String) async throws -> TestResponse {
                try await send(on: backend, token, key: nil, #"{"name":"R","email":"\#(email)","id":\#(id)}"#)
            }
            let id = #""3F2504E0-4F89-41D3-9A0C-0305E82C3301""#
            let created = try await create(id, "a@example.com")
            #expect(created.status == .created && created.text.contains(#""id":\#(id.lowercased())"#))
            #expect(created.headers[.location]?.hasSuffix("/v2/users/3f2504e0-4f89-41d3-9a0c-0305e82c3301") == true)
            #expect(try await create(id, "b@example.com").outcome == "409 id_taken")
            #expect(try await create(#""u-ada""#, "c@example.com").outcome == "422 id invalid_type")
            #expect(try await create("null", "d@example.com").status == .created)
        }
    }
}

/// A real process that is killed, which runs no handler and flushes nothing.
struct KilledProcessTests {
    /// The response to the creation of one of Grace's time entries.
    private static func create(
        _ key: String, port: Int, until isComplete: (String) async throws -> Bool = { _ in false }
    ) async throws -> String {
        let token = try await RawConnection.logIn(port: port).access
        let json = #"{"task":"T","hours":1,"breaks":0,"billable":true,"started_at":"2026-03-01T09:00:00Z"}"#
        return try await RawConnection.post(
            "/v2/time-entries", json, port: port, "Authorization: Bearer \(token)\r\nIdempotency-Key: \(key)\r\n",
            until: isComplete)
    }

    private static func start(_ folder: URL) async throws -> (BackendProcess, Int) {
        let process = try BackendProcess(["--json", "--faults", "--data-dir", folder.path])
        let port = try #require(await process.line().firstMatch(of: /:(\d+)"/)?.1)
        return (process, try #require(Int(port)))
    }

    private static func total(port: Int) async throws -> Int {
        let token = try await RawConnection.logIn(port: port).access
        let list = try await RawConnection.get("/v2/time-entries", port: port, "Authorization: Bearer \(token)\r\n")
        return try #require(list.firstMatch(of: /"total":(\d+)/).flatMap { Int($0.1) })
    }

    /// `STRATA_KILLS=100` sets the number of kills.
    @Test(
        "after a kill between effect and response, a retry gets the response, and there is one effect",
        .timeLimit(.minutes(60)))
    func effectThenKill() async throws {
        let kills = ProcessInfo.processInfo.environment["STRATA_KILLS"].flatMap { Int($0) } ?? 10
        try await withTemporaryFolder { folder in
            var (process, port) = try await Self.start(folder)
            let seeded = try await Self.total(port: port)
            for number in 1...kills {
                let drip = #"{"milliseconds":60000,"path":"/v2/time-entries"}"#
                _ = try await RawConnection.post("/faults/drip", drip, port: port)
                // The effect is stored, and the first byte of the response's body was sent.
                let lost = try await Self.create("k\(number)", port: port) { [process] text in
                    if text.contains("201 Created") { process.kill() }
                    return false
                }
                #expect(lost.contains("201 Created") && !lost.contains(#""id""#))
                (process, port) = try await Self.start(folder)
                let retry = try await Self.create("k\(number)", port: port)
                #expect(retry.contains("201 Created") && retry.contains("Idempotency-Replayed: true"))
                #expect(try await Self.total(port: port) == seeded + number)
            }
            process.terminate()
            #expect(try await process.outcome().status == 0)
        }
    }
}

import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import Backend

struct FeedbackTests {
    private func send(
        _ json: String, on backend: TestBackend, token: String? = nil, key: String? = nil
    ) async throws -> TestResponse {
        var headers: HTTPFields = [:]
        headers[.idempotencyKey] = key
        return try await backend.send(.post, "/v2/feedback", token: token, json: json, headers: headers)
    }

    private func rows(_ backend: TestBackend) async throws -> [String] {
        try await backend.backend.database.read { db in
            try GRDB.Row.fetchAll(db, sql: "SELECT author_id, message, contact, rating FROM feedback ORDER BY rowid")
                .map { row in row.databaseValues.map(\.description).joined(separator: " ") }
        }
    }

    @Test("a guest's message is stored without an author")
    func guest() async throws {
        try await TestBackend.run { backend in
            let response = try await send(#"{"message":"Thanks!","other":1}"#, on: backend)
            #expect(response.status == .created)
            let id = try #require(response.text.firstMatch(of: /"id":"(f-[0-9a-f\-]{36})"/)?.1)
            #expect(
                response.text == #"{"author_id":null,"created_at":"2026-03-01T09:30:00.250Z","id":"\#(id)"}"#)
            #expect(try await rows(backend) == [#"NULL "Thanks!" NULL NULL"#])
        }
    }

    @Test("a member's message names its author until the member is deleted")
    func member() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await send(
                #"{"message":"Two\nlines","contact":"grace@example.com","rating":5}"#, on: backend, token: token)
            #expect(response.status == .created && response.text.contains(#""author_id":"u-grace""#))
            #expect(try await rows(backend) == [#""u-grace" "Two\nlines" "grace@example.com" 5"#])
            #expect(try await backend.send(.delete, "/v2/users/u-grace", token: token).status == .noContent)
            #expect(try await rows(backend) == [#"NULL "Two\nlines" "grace@example.com" 5"#])
        }
    }

    @Test(
        "invalid fields are reported together, by field",
        arguments: [
            ("{}", ["message required"]),
            (
                #"{"message":" \n","contact":"nobody","rating":0}"#,
                ["message invalid", "contact invalid", "rating invalid"]
            ),
            (
                #"{"message":1,"contact":2,"rating":"3"}"#,
                ["message invalid_type", "contact invalid_type", "rating invalid_type"]
            ),
            (#"{"message":"a\u0007","rating":6}"#, ["message invalid", "rating invalid"]),
            (#"{"message":"m","rating":2.5}"#, ["rating invalid_type"]),
            (#"{"message":"\#(String(repeating: "m", count: 2001))"}"#, ["message too_long"]),
        ])
    func validation(json: String, errors: [String]) async throws {
        try await TestBackend.run { backend in
            let problem = try await send(json, on: backend)
                .expectProblem(.unprocessableContent, "validation_failed")
            #expect(problem.errors?.map { "\($0.field) \($0.code)" } == errors)
            #expect(try await rows(backend) == [])
        }
    }

    @Test("guests and members have separate idempotency keys, and each request is stored once")
    func idempotency() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            for token in [nil, token] {
                let first = try await send(#"{"message":"once"}"#, on: backend, token: token, key: "k")
                let second = try await send(#"{"message":"once"}"#, on: backend, token: token, key: "k")
                #expect(first.status == .created && first.headers[.idempotencyReplayed] == nil)
                #expect(second.text == first.text && second.headers[.idempotencyReplayed] == "true")
                try await send(#"{"message":"other"}"#, on: backend, token: token, key: "k")
                    .expectProblem(.unprocessableContent, "idempotency_key_reused")
            }
            #expect(try await rows(backend).count == 2)
        }
    }

    @Test("too many messages get 429 until their window ends, for each sender on their own")
    func rateLimit() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-grace").access.text
            for token in [nil, token] {
                try await send("{}", on: backend, token: token)
                    .expectProblem(.unprocessableContent, "validation_failed")
                for _ in 1...FeedbackRoutes.limit {
                    #expect(try await send(#"{"message":"m"}"#, on: backend, token: token).status == .created)
                }
                let refused = try await send(#"{"message":"m"}"#, on: backend, token: token)
                try refused.expectProblem(.tooManyRequests, "too_many_requests")
                #expect(refused.headers[.retryAfter] == "600")
            }
            backend.clock.advance(by: .seconds(600))
            #expect(try await send(#"{"message":"m"}"#, on: backend).status == .created)
            #expect(try await rows(backend).count == 41)
        }
    }
}

extension Row {
    static let feedback = [
        Row(.post, "/v2/feedback", .guest, .created, #"{"message":"Thanks!"}"#)
    ]
}

import GRDB
import HTTPTypes
import Testing

@testable import Backend

struct FeedbackTests {
    private func rows(_ backend: TestBackend) async throws -> [String] {
        try await backend.backend.database.read { db in
            try GRDB.Row.fetchAll(db, sql: "SELECT author_id, message, contact, rating FROM feedback ORDER BY rowid")
                .map { row in row.databaseValues.map(\.description).joined(separator: " ") }
        }
    }

    @Test("a message names the member who sent it until the member is deleted, and no author for a guest")
    func authors() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            let json = #"{"message":"Two\nlines","contact":"grace@example.com","rating":5,"other":1}"#
            for token in [nil, token] {
                #expect(try await backend.outcome(.post, "/v2/feedback", json, token: token) == "201")
            }
            let fields = #""Two\nlines" "grace@example.com" 5"#
            #expect(try await rows(backend) == ["NULL \(fields)", #""u-grace" \#(fields)"#])
            #expect(try await backend.outcome(.delete, "/v2/users/u-grace", token: token) == "204")
            #expect(try await rows(backend)[1] == "NULL \(fields)")
        }
    }

    @Test("invalid fields are reported together, by field, and nothing is stored")
    func validation() async throws {
        try await TestBackend.run { backend in
            for (json, errors) in [
                ("{}", "message required"),
                (
                    #"{"message":" \n","contact":"nobody","rating":0}"#,
                    "message invalid, contact invalid, rating invalid"
                ),
                (
                    #"{"message":1,"contact":2,"rating":"3"}"#,
                    "message invalid_type, contact invalid_type, rating invalid_type"
                ),
                (#"{"message":"a\u0007","rating":6}"#, "message invalid, rating invalid"),
                (#"{"message":"m","rating":2.5}"#, "rating invalid_type"),
                (#"{"message":"\#(String(repeating: "m", count: 2001))"}"#, "message too_long"),
            ] {
                let outcome = try await backend.outcome(.post, "/v2/feedback", json)
                #expect(outcome == "422 \(errors)")
            }
            #expect(try await rows(backend) == [])
        }
    }

    @Test("too many messages get 429 until their window ends, for each sender on their own")
    func rateLimit() async throws {
        try await TestBackend.run { backend in
            for token in [nil, try await backend.token(of: "u-grace")] {
                // Invalid messages don't count.
                _ = try await backend.send(.post, "/v2/feedback", "{}", token: token)
                for _ in 1...FeedbackRoutes.limit {
                    #expect(
                        try await backend.outcome(.post, "/v2/feedback", #"{"message":"m"}"#, token: token) == "201")
                }
                let refused = try await backend.send(.post, "/v2/feedback", #"{"message":"m"}"#, token: token)
                #expect(try refused.outcome == "429 too_many_requests" && refused.headers[.retryAfter] == "600")
            }
            backend.clock.advance(by: 600)
            #expect(try await backend.outcome(.post, "/v2/feedback", #"{"message":"m"}"#) == "201")
            #expect(try await rows(backend).count == 41)
        }
    }
}

extension Row {
    static let feedback = [
        Row(.post, "/v2/feedback", .guest, .created, #"{"message":"Thanks!"}"#)
    ]
}

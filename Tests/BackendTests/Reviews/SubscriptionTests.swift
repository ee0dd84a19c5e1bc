import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

/// GraphQL subscriptions as server-sent events, on a real socket.
struct SubscriptionTests {
    private static let path = "/graphql?query=subscription%7BreviewAdded(book:84)%7Bid%20stars%7D%7D"
    private static let fields = "Accept: text/event-stream\r\n"

    private static func request(_ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: x\r\n\(Self.fields)\(fields)\r\n"
    }

    private static func addReview(ofBook book: Int, port: Int) async throws {
        func post(_ path: String, _ json: String, _ fields: String = "") async throws -> String {
            try await RawConnection.exchange(
                """
                POST \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r
                Content-Length: \(json.utf8.count)\r\n\(fields)\r\n\(json)
                """, port: port)
        }
        let login = try await post("/v2/auth/login", #"{"email":"ada@example.com","password":"analytical-engine"}"#)
        let token = try #require(login.firstMatch(of: /"access_token":"([^"]+)"/)?.1)
        let added = try await post(
            "/graphql",
            #"{"query":"mutation{addReview(input:{book:\#(book),stars:2}){__typename}}"}"#,
            "Authorization: Bearer \(token)\r\n")
        #expect(added.contains(#"{"data":{"addReview":{"__typename":"Review"}}}"#))
    }

    @Test("a new review of the book is sent as an event with an id")
    func newReview() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                var hasAdded = false
                let text = try await RawConnection.exchange(Self.request(), port: port) { text in
                    if !hasAdded, text.contains("retry: 2000") {
                        hasAdded = true
                        // Another book's review is not sent.
                        try await Self.addReview(ofBook: 11, port: port)
                        try await Self.addReview(ofBook: 84, port: port)
                    }
                    return text.contains("event: next")
                }
                #expect(text.contains("200 OK") && text.contains("Content-Type: text/event-stream"))
                #expect(
                    text.contains(
                        "id: 10\nevent: next\ndata: {\"data\":{\"reviewAdded\":{\"id\":\"r-10\",\"stars\":2}}}\n\n"))
                #expect(!text.contains("r-9"))
            }
        }
    }

    @Test("Last-Event-ID resumes with the reviews after it")
    func resumption() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let text = try await RawConnection.exchange(Self.request("Last-Event-ID: 1\r\n"), port: port) {
                    $0.contains("id: 5\n")
                }
                #expect(!text.contains("id: 1\n") && text.contains(#""reviewAdded":{"id":"r-5","stars":3}"#))
            }
        }
    }

    @Test("comments keep a stream without events open")
    func heartbeats() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.limits.heartbeat = .milliseconds(5)
            } _: { port in
                let text = try await RawConnection.exchange(Self.request(), port: port) { text in
                    text.ranges(of: ": \n\n").count > 3
                }
                #expect(!text.contains("event:"))
            }
        }
    }

    @Test("the streams end when the server stops, without completing the subscription")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let stream = try await LiveBackend.run(in: folder) {
                // The server would wait for the stream until then.
                $0.limits.shutdownGrace = .seconds(600)
            } _: { port in
                let (began, continuation) = AsyncStream.makeStream(of: Void.self)
                let stream = Task {
                    defer { continuation.finish() }
                    return try await RawConnection.exchange(Self.request(), port: port) { _ in
                        continuation.yield()
                        return false
                    }
                }
                for await _ in began { break }
                return stream
            }
            let text = try await stream.value
            #expect(text.contains("retry: 2000") && !text.contains("event:"))
        }
    }

    @Test("a subscription beyond the limit gets 503")
    func limit() async throws {
        try await TestBackend.run {
            $0.limits.subscriptions = 0
        } _: { backend in
            let response = try await backend.send(.get, Self.path, headers: [.accept: "text/event-stream"])
            try response.expectProblem(.serviceUnavailable, "busy")
        }
    }

    @Test("a place among the subscriptions is free again when it ends, or is dropped")
    func places() throws {
        let feed = ReviewFeed(limit: 2)
        var first = feed.subscribe(period: .seconds(60))
        let second = try #require(feed.subscribe(period: .seconds(60)))
        #expect(first != nil && feed.subscribe(period: .seconds(60)) == nil)
        first = nil
        let third = feed.subscribe(period: .seconds(60))
        #expect(third != nil && feed.subscribe(period: .seconds(60)) == nil)
        second.end()
        #expect(feed.subscribe(period: .seconds(60)) != nil)
        withExtendedLifetime((second, third)) {}
    }

    @Test("a client that has gone frees its place")
    func disconnect() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                $0.limits.subscriptions = 1
                $0.limits.heartbeat = .milliseconds(5)
            } _: { port in
                for _ in 1...3 {
                    var text = ""
                    // 503 until the server has noticed that the last client is gone.
                    while !text.contains("retry: 2000") {
                        text = try await RawConnection.exchange(
                            Self.request("Connection: close\r\n"), port: port
                        ) { $0.contains("retry: 2000") }
                        #expect(text.contains("200 OK") || text.contains("503 Service Unavailable"))
                    }
                }
            }
        }
    }

    @Test("an event id of an older database does not hide new reviews")
    func staleEventID() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                var hasAdded = false
                let text = try await RawConnection.exchange(Self.request("Last-Event-ID: 5000\r\n"), port: port) {
                    text in
                    if !hasAdded, text.contains("retry: 2000") {
                        hasAdded = true
                        try await Self.addReview(ofBook: 84, port: port)
                    }
                    // With the fault, only comments follow.
                    return text.contains("event: next") || text.ranges(of: ": \n\n").count > 3
                }
                #expect(text.contains("id: 9\n"))
            }
        }
    }

    @Test("an invalid subscription gets 400 instead of a stream")
    func invalid() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.graphQL(
                "subscription { reviewAdded { x } }", headers: [.accept: "text/event-stream"])
            #expect(response.status == .badRequest)
            #expect(response.headers[.contentType] == "application/graphql-response+json")
        }
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import Backend

/// GraphQL subscriptions as server-sent events, on a real socket.
struct SubscriptionTests {
    private static let path = "/graphql?query=subscription%7BreviewAdded(book:84)%7Bid%20stars%7D%7D"

    private static func request(_ fields: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\(fields)\r\n"
    }

    private static func addReview(ofBook book: Int, port: Int) async throws {
        let added = try await RawConnection.post(
            "/graphql", #"{"query":"mutation{addReview(input:{book:\#(book),stars:2}){__typename}}"}"#, port: port,
            "Authorization: Bearer \(try await RawConnection.token(port: port))\r\n")
        #expect(added.contains(#"{"data":{"addReview":{"__typename":"Review"}}}"#))
    }

    @Test("a new review of the book is sent as an event with an id")
    func newReview() async throws {
        try await LiveBackend.run { port in
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
            let data = #"{"data":{"reviewAdded":{"id":"r-10","stars":2}}}"#
            #expect(text.contains("id: 10\nevent: next\ndata: \(data)\n\n"))
            #expect(!text.contains("r-9"))
        }
    }

    @Test("Last-Event-ID resumes after its review, and one of an older database hides no new review")
    func resumption() async throws {
        try await LiveBackend.run { port in
            let text = try await RawConnection.exchange(Self.request("Last-Event-ID: 1\r\n"), port: port) {
                $0.contains("id: 5\n")
            }
            #expect(!text.contains("id: 1\n") && text.contains(#""reviewAdded":{"id":"r-5","stars":3}"#))
            var hasAdded = false
            let later = try await RawConnection.exchange(Self.request("Last-Event-ID: 5000\r\n"), port: port) { text in
                if !hasAdded, text.contains("retry: 2000") {
                    hasAdded = true
                    try await Self.addReview(ofBook: 84, port: port)
                }
                return text.contains("event: next")
            }
            #expect(later.contains("id: 9\n"))
        }
    }

    @Test("comments keep a stream without events open, and a client that has gone frees its place")
    func heartbeats() async throws {
        try await LiveBackend.run {
            $0.limits.heartbeat = .milliseconds(5)
        } _: { port in
            for _ in 1...3 {
                let text = try await RawConnection.exchange(Self.request(), port: port) { text in
                    text.ranges(of: ": \n\n").count > 3
                }
                #expect(!text.contains("event:"))
            }
        }
    }

    @Test("the streams end when the server stops, without completing the subscription")
    func shutdown() async throws {
        let stream = try await LiveBackend.run {
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

    @Test("a place among the subscriptions is free again when its stream is released")
    func places() throws {
        let feed = ReviewFeed(limit: 2)
        var first = feed.subscribe(period: .seconds(60))
        let second = feed.subscribe(period: .seconds(60))
        #expect(first != nil && second != nil && feed.subscribe(period: .seconds(60)) == nil)
        first = nil
        let third = feed.subscribe(period: .seconds(60))
        #expect(third != nil && feed.subscribe(period: .seconds(60)) == nil)
        withExtendedLifetime((second, third)) {}
    }

    @Test("an invalid subscription gets 400 instead of a stream")
    func invalid() async throws {
        try await TestBackend.run { backend in
            for text in ["{ reviewAdded { x } }", "{ a: reviewAdded { id } b: reviewAdded { id } }", "{ __typename }"] {
                let response = try await backend.graphQL(
                    "subscription \(text)", headers: [.accept: "text/event-stream"])
                #expect(response.status == .badRequest)
                #expect(response.headers[.contentType] == "application/graphql-response+json")
            }
        }
    }
}

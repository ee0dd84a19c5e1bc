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
            "Authorization: Bearer \(try await RawConnection.logIn(port: port).access)\r\n")
        #expect(added.contains(#"{"data":{"addReview":{"__typename":"Review"}}}"#))
    }

    /// The events of a stream, which begins with the reviews of two books.
    private static func events(_ fields: String = "", port: Int) async throws -> String {
        var hasAdded = false
        return try await RawConnection.exchange(request(fields), port: port) { text in
            if !hasAdded, text.contains("retry: 2000") {
                hasAdded = true
                try await addReview(ofBook: 11, port: port)
                try await addReview(ofBook: 84, port: port)
            }
            return text.contains(/id: \d+\nevent: next\ndata: [^\n]*"stars":2/)
        }
    }

    @Test("a new review of the book is sent as an event, and Last-Event-ID resumes after its review")
    func events() async throws {
        try await LiveBackend.run { port in
            let text = try await Self.events(port: port)
            #expect(text.contains("200 OK") && text.contains("Content-Type: text/event-stream"))
            let data = #"{"data":{"reviewAdded":{"id":"r-10","stars":2}}}"#
            #expect(text.contains("id: 10\nevent: next\ndata: \(data)\n\n") && !text.contains("r-9"))
            // An id of an older database hides no new review.
            let later = try await Self.events("Last-Event-ID: 5000\r\n", port: port)
            #expect(later.contains("id: 12\n") && !later.contains("id: 10\n"))
            let missed = try await RawConnection.exchange(Self.request("Last-Event-ID: 1\r\n"), port: port) {
                $0.contains("id: 12\n")
            }
            #expect(!missed.contains("id: 1\n") && missed.contains(#""reviewAdded":{"id":"r-5","stars":3}"#))
        }
    }

    @Test("comments keep a stream without events open")
    func heartbeats() async throws {
        try await LiveBackend.run {
            $0.heartbeat = .milliseconds(5)
        } _: { port in
            let text = try await RawConnection.exchange(Self.request(), port: port) { text in
                text.ranges(of: ": \n\n").count > 3
            }
            #expect(!text.contains("event:"))
        }
    }

    @Test("the streams end when the server stops, without completing the subscription")
    func shutdown() async throws {
        let stream = try await LiveBackend.run {
            // The server would wait for the stream until then.
            $0.shutdownGrace = .seconds(600)
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

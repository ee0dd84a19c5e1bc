import HTTPTypes
import Hummingbird
import NIOCore

/// The response to a subscription: server-sent events in the "distinct connections mode" of the protocol "GraphQL over
/// Server-Sent Events".
///
/// Each event has the number of its review as `id`, so a client that reconnects with `Last-Event-ID` misses none. The
/// stream ends when the server stops, without `complete`, because the subscription continues after a restart.
struct GraphQLEventStream: Sendable {
    let plan: GraphQLPlan
    let context: GraphQLContext
    /// The interval between heartbeats.
    let period: Duration

    /// - Parameter lastEventID: the client's `Last-Event-ID`; ignored unless it is a number.
    func response(lastEventID: String?) async throws -> Response {
        let book = try SubscriptionRoot.book(of: plan)
        guard let subscription = context.reviews.feed.subscribe(period: period) else { throw Problem.busy }
        // Read before the response begins, so that a review after its head is not missed.
        let latest = try await context.reviews.latestNumber()
        // The client's number can be from an older database, and higher than every number in this one.
        let start = min(lastEventID.flatMap { Int64($0) } ?? latest, latest)
        return Response(
            status: .ok,
            headers: [
                .contentType: GraphQLFormat.eventStream.rawValue, .cacheControl: "no-store",
                .vary: "Accept, Authorization",
            ],
            body: ResponseBody { writer in
                defer { subscription.end() }
                try await write(reviewsAfter: start, ofBook: book, subscription.signals, to: &writer)
                try await writer.finish(nil)
            })
    }

    @concurrent
    private func write(
        reviewsAfter start: Int64, ofBook book: Int?, _ signals: AsyncStream<Void>,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var last = start
        var signals = signals.makeAsyncIterator()
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        repeat {
            var reviews: [ReviewRecord]
            repeat {
                reviews = try await context.reviews.reviews(after: last, ofBook: book)
                for review in reviews {
                    let root = SubscriptionRoot(review: ReviewObject(review: review, context: context))
                    let response = await GraphQLExecutor.execute(plan, on: root)
                    let event = "id: \(review.number)\nevent: next\ndata: \(response.json)\n\n"
                    try await writer.write(ByteBuffer(string: event))
                    last = review.number
                }
                // A full page may be followed by another.
            } while reviews.count == ReviewStore.pageSize
            // If the client has disconnected, this write or the next one fails.
            try await writer.write(ByteBuffer(string: ": \n\n"))
        } while await signals.next() != nil
    }

    /// The events of a query or mutation.
    static func events(_ response: GraphQLResponse) -> String {
        "event: next\ndata: \(response.json)\n\nevent: complete\ndata:\n\n"
    }
}

extension HTTPField.Name {
    /// WHATWG HTML, section 9.2.
    static let lastEventID = known("Last-Event-ID")
}

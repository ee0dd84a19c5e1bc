import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// Wakes the subscriptions when there is a new review. Subscriptions read the reviews themselves, so a slow one misses
/// none and needs no buffer.
final class ReviewFeed: Sendable {
    private let subscribers = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

    /// Wakes all subscriptions. Several signals between two reads count as one.
    func signal() {
        for subscriber in subscribers.withLock({ Array($0.values) }) { subscriber.yield() }
    }

    /// An element for each signal and each period, until the stream is released.
    func signals(every period: Duration) -> AsyncStream<Void> {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        subscribers.withLock { $0[id] = continuation }
        let beats = Task {
            while true {
                try await Task.sleep(for: period)
                continuation.yield()
            }
        }
        continuation.onTermination = { [weak self] _ in
            beats.cancel()
            self?.subscribers.withLock { _ = $0.removeValue(forKey: id) }
        }
        return signals
    }
}

extension ReviewRoutes {
    /// The response to a subscription: server-sent events in the "distinct connections mode" of the protocol "GraphQL
    /// over Server-Sent Events".
    ///
    /// Each event has the number of its review as `id`, so a client that reconnects with `Last-Event-ID` misses none.
    /// The stream ends when the server stops, without `complete`, because the subscription continues after a restart.
    func subscription(_ plan: GraphQLPlan, _ request: Request) async throws -> Response {
        let book = plan.fields[0].arguments["book"]?.int
        let signals = feed.signals(every: backend.configuration.heartbeat)
        // Read before the response begins, so that a review after its head is not missed.
        let latest = try await backend.database.read { db in
            try Int64.fetchOne(db, sql: "SELECT max(number) FROM reviews") ?? 0
        }
        // The client's number can be from an older database, and higher than every number in this one.
        let start = min(request.headers[.lastEventID].flatMap { Int64($0) } ?? latest, latest)
        return Response(
            status: .ok,
            headers: [
                .contentType: GraphQLFormat.eventStream.rawValue, .cacheControl: "no-store",
                .vary: "Accept, Authorization",
            ],
            body: ResponseBody { writer in
                try await write(plan, reviewsAfter: start, ofBook: book, signals, to: &writer)
                try await writer.finish(nil)
            })
    }

    @concurrent
    private func write(
        _ plan: GraphQLPlan, reviewsAfter start: Int64, ofBook book: Int?, _ signals: AsyncStream<Void>,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var last = start
        var signals = signals.cancelOnGracefulShutdown().makeAsyncIterator()
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        repeat {
            let (after, now) = (last, backend.now)
            let events = try await backend.database.read { db in
                let context = ReviewContext(db: db, catalog: catalog, caller: nil, now: now)
                let reviews = Review.filter(Column("number") > after && (book == nil || Column("book_id") == book))
                return try reviews.order(Column("number")).fetchAll(db).map { review in
                    (review.number ?? 0, GraphQLExecutor.execute(plan, on: context.subscription(review)).json)
                }
            }
            for (number, json) in events {
                try await writer.write(ByteBuffer(string: "id: \(number)\nevent: next\ndata: \(json)\n\n"))
                last = number
            }
            // If the client has disconnected, this write or the next one fails.
            try await writer.write(ByteBuffer(string: ": \n\n"))
        } while await signals.next() != nil
    }
}

extension HTTPField.Name {
    /// WHATWG HTML, section 9.2.
    static let lastEventID = known("Last-Event-ID")
}

import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore

/// `/graphql`: the catalog and its reviews as GraphQL over HTTP.
///
/// A request that is not a well-formed GraphQL request gets problem details, as on every route. Any other request gets
/// a GraphQL response, even if it is refused.
struct ReviewRoutes: Resource {
    /// The first makes `Book.averageStars` fail with the code `UPSTREAM`, so that the response is partial; requests that
    /// don't select it are not counted. The second changes the status of responses with an `UNAUTHENTICATED` error from
    /// 200 to 401.
    static let faults = ["graphql-average-stars", "graphql-401"]

    private let backend: Dependencies
    private let catalog = CatalogStore.standard
    private let feed = ReviewFeed()
    private let schema: GraphQLSchema
    private let persisted = PersistedQueries()

    init(_ backend: Dependencies) throws {
        self.backend = backend
        schema = try GraphQLSchema(GraphQLSchema.libraryText)
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("reviews", migrate: Review.createTable)
    }

    static func seed(_ db: Database) throws { try Review.seed(db) }

    func addRoutes(to groups: RouteGroups) {
        groups.tolerant.get("graphql") { request, context in
            let format = try GraphQLFormat(accept: request.headers[.accept])
            return try await respond(
                to: try GraphQLRequest(QueryFields(request.uri.query ?? "")), request, context, format)
        }
        groups.tolerant.post("graphql") { request, context in
            let format = try GraphQLFormat(accept: request.headers[.accept])
            let body: BodyFields = try await request.json(limit: backend.limits.jsonBody)
            return try await respond(to: try GraphQLRequest(body), request, context, format)
        }
        groups.open.get("graphql/schema.graphql") { request, _ in
            try Reply(
                headers: [.contentType: "text/plain; charset=utf-8"],
                body: ByteBuffer(string: GraphQLSchema.libraryText)
            ).cacheable(vary: nil, for: request)
        }
    }

    private func respond(
        to graphQL: GraphQLRequest, _ request: Request, _ context: GuestContext, _ format: GraphQLFormat
    ) async throws -> Response {
        do {
            let text = try persisted.document(of: graphQL)
            let plan = try GraphQLPlan(
                GraphQLParser.document(text), operation: graphQL.operationName, variables: graphQL.variables,
                schema: schema)
            persisted.store(graphQL)
            switch plan.operation.kind {
            case .query: return try await query(plan, request, context, format)
            case .mutation: return try await mutation(plan, request, context, format)
            case .subscription:
                guard format == .eventStream else {
                    throw GraphQLError(.badUserInput, "A subscription requires Accept: text/event-stream.")
                }
                return try await subscription(plan, request)
            }
        } catch let error as GraphQLError {
            return Self.refusal(error, format).response(to: request)
        }
    }

    private func query(
        _ plan: GraphQLPlan, _ request: Request, _ context: GuestContext, _ format: GraphQLFormat
    ) async throws -> Response {
        let resolvers = resolvers(for: plan, request, context)
        let response = try await backend.database.read { db in
            GraphQLExecutor.execute(plan, on: resolvers(db).root(of: .query))
        }
        let result = reply(response, request, format)
        // A partial result must not be cached.
        if request.method != .post, response.errors.isEmpty, format != .eventStream {
            return try result.cacheable(vary: "Accept, Authorization", for: request).response(to: request)
        }
        return (request.method == .post && response.errors.isEmpty ? result : result.unstored).response(to: request)
    }

    private func mutation(
        _ plan: GraphQLPlan, _ request: Request, _ context: GuestContext, _ format: GraphQLFormat
    ) async throws -> Response {
        guard request.method == .post else { throw Problem.methodNotAllowed([.post]) }
        let resolvers = resolvers(for: plan, request, context)
        let answer = try await backend.write(context) { db in
            let response = GraphQLExecutor.execute(plan, on: resolvers(db).root(of: .mutation))
            let result = reply(response, request, format)
            // A mutation with an effect must not run again under its idempotency key.
            return response.completedRootFields > 0 ? result : result.unstored
        }
        feed.signal()
        return answer.response(to: request)
    }

    private func resolvers(
        for plan: GraphQLPlan, _ request: Request, _ context: GuestContext
    ) -> @Sendable (Database) -> ReviewContext {
        let fails =
            plan.selectedFields.contains("Book.averageStars")
            && backend.faults.consume("graphql-average-stars", request) != nil
        let isInvalid = context.caller == nil && request.headers[.authorization] != nil
        let now = backend.now
        return { db in
            ReviewContext(
                db: db, catalog: catalog, caller: context.caller, hasInvalidToken: isInvalid,
                failsAverageStars: fails, now: now)
        }
    }

    private func reply(_ response: GraphQLResponse, _ request: Request, _ format: GraphQLFormat) -> Reply {
        let text =
            format == .eventStream
            ? "event: next\ndata: \(response.json)\n\nevent: complete\ndata:\n\n" : response.json
        var reply = Reply(
            headers: [.contentType: format.rawValue, .vary: "Accept, Authorization"], body: ByteBuffer(string: text))
        if response.errors.contains(where: { $0.code == .unauthenticated }),
            backend.faults.consume("graphql-401", request) != nil
        {
            let problem = request.headers[.authorization] == nil ? Problem.missingToken : .invalidToken
            reply.status = .unauthorized
            reply.headers[.wwwAuthenticate] = problem.headers[.wwwAuthenticate]
        }
        return reply
    }

    /// The response to a request that is refused before its execution. In the older media type, its status is 200,
    /// because clients of `application/json` ignore the body of other statuses ("GraphQL over HTTP", "Status Codes").
    private static func refusal(_ error: GraphQLError, _ format: GraphQLFormat) -> Reply {
        let type = format == .json ? format : .graphQL
        return Reply(
            status: format == .json ? .ok : .badRequest,
            headers: [.contentType: type.rawValue, .vary: "Accept, Authorization"],
            body: ByteBuffer(string: GraphQLResponse(errors: [error]).json)
        ).unstored
    }
}

extension Reply {
    /// This response, which neither a cache nor an idempotency key stores.
    fileprivate var unstored: Reply {
        var reply = self
        reply.headers[.cacheControl] = "no-store"
        return reply
    }
}

// MARK: - Subscriptions

extension ReviewRoutes {
    /// The response to a subscription: server-sent events in the "distinct connections mode" of the protocol "GraphQL
    /// over Server-Sent Events".
    ///
    /// Each event has the number of its review as `id`, so a client that reconnects with `Last-Event-ID` misses none.
    /// The stream ends when the server stops, without `complete`, because the subscription continues after a restart.
    private func subscription(_ plan: GraphQLPlan, _ request: Request) async throws -> Response {
        let field = plan.fields(of: [plan.operation.selections], on: "Subscription")[0]
        let inputs = plan.schema.field(field.name, of: "Subscription")?.arguments ?? []
        let book = try plan.coerce(field.arguments, to: inputs, field.name)["book"]?.int
        guard let signals = feed.subscribe(period: backend.limits.heartbeat) else { throw Problem.busy }
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
        var signals = signals.makeAsyncIterator()
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        repeat {
            let (after, now) = (last, backend.now)
            let events = try await backend.database.read { db in
                let context = ReviewContext(db: db, catalog: catalog, caller: nil, now: now)
                let condition = "number > ? AND coalesce(book_id = ?, TRUE) ORDER BY number"
                return try Review.fetch(db, condition, [after, book]).map { review in
                    let root = context.root(of: .subscription, review: review)
                    return (review.number, GraphQLExecutor.execute(plan, on: root).json)
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

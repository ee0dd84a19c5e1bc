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
    /// The first makes `Book.averageStars` fail, so that the response is partial; requests that don't select it are not
    /// counted. The second changes the status of responses with an `UNAUTHENTICATED` error from 200 to 401.
    static let faults = ["graphql-average-stars", "graphql-401"]

    let backend: Dependencies
    let catalog = CatalogStore.standard
    let feed = ReviewFeed()
    private let schema: GraphQLSchema
    private let persisted = PersistedQueries()

    init(backend: Dependencies) throws {
        self.backend = backend
        schema = try GraphQLSchema(GraphQLSchema.libraryText)
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("reviews") { db in
            try db.create(table: Review.databaseTableName, options: .strict) { table in
                table.autoIncrementedPrimaryKey("number")
                table.column("book_id", .integer).notNull().indexed()
                table.column("author_id", .text).notNull().indexed().references("users", onDelete: .cascade)
                table.column("stars", .integer).notNull()
                table.column("text", .text)
                table.column("created_at", .integer).notNull()
            }
        }
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
            return try await respond(to: try GraphQLRequest(try await request.fields()), request, context, format)
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
            switch plan.kind {
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
            GraphQLExecutor.execute(plan, on: resolvers(db).query)
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
            let response = GraphQLExecutor.execute(plan, on: resolvers(db).mutation)
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

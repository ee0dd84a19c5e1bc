import Foundation
import HTTPTypes
import Hummingbird
import NIOFoundationEssentialsCompat

/// `/graphql`: the catalog and its reviews as GraphQL over HTTP.
///
/// A request that is not a well-formed GraphQL request gets problem details, as on every route. Any other request gets
/// a GraphQL response, even if it is refused.
struct GraphQLRoutes: Resource {
    let catalog: CatalogStore
    let reviews: ReviewStore
    let bodies: JSONBodyReader
    let limits: BackendLimits
    let faults: GraphQLFaults
    private let schema: GraphQLSchema
    private let persisted: PersistedQueries

    init(_ dependencies: ResourceDependencies) throws {
        catalog = .standard
        reviews = ReviewStore(
            database: dependencies.database, feed: ReviewFeed(limit: dependencies.limits.subscriptions),
            now: dependencies.now)
        bodies = dependencies.bodies
        limits = dependencies.limits
        faults = dependencies.graphQLFaults
        schema = try GraphQLSchema(GraphQLSchema.libraryText)
        persisted = PersistedQueries(limit: limits.persistedQueries)
    }

    func addRoutes(to groups: RouteGroups) {
        groups.graphQL.get("graphql", use: get)
        groups.graphQL.post("graphql", use: post)
        groups.open.get("graphql/schema.graphql") { request, _ in
            try ByteBuffer(string: GraphQLSchema.libraryText)
                .cacheable(as: "text/plain; charset=utf-8", vary: nil, for: request)
        }
    }

    @Sendable private func get(_ request: Request, _ context: GuestContext) async throws -> Response {
        let format = try GraphQLFormat(accept: request.headers[.accept])
        return try await respond(
            to: try GraphQLRequest(QueryFields(request.uri.query ?? "")), [:], request, context, format)
    }

    @Sendable private func post(_ request: Request, _ context: GuestContext) async throws -> Response {
        let format = try GraphQLFormat(accept: request.headers[.accept])
        if let type = request.headers[.contentType].flatMap(MediaType.init), type.essence == "multipart/form-data" {
            let form = try await GraphQLUploadForm.read(from: request, type, limits: limits)
            return try await respond(to: form.request, form.files, request, context, format)
        }
        let body = try await bodies.read(GraphQLRequestBody.self, from: request)
        return try await respond(to: try GraphQLRequest(body), [:], request, context, format)
    }

    private func respond(
        to graphQL: GraphQLRequest, _ files: [String: GraphQLContext.Upload], _ request: Request,
        _ context: GuestContext, _ format: GraphQLFormat
    ) async throws -> Response {
        do {
            let plan = try plan(graphQL)
            if request.method != .post, plan.operation.kind == .mutation { throw Problem.methodNotAllowed([.post]) }
            let resolvers = GraphQLContext(
                catalog: catalog, reviews: reviews, caller: context.caller,
                hasInvalidToken: context.caller == nil && request.headers[.authorization] != nil, uploads: files,
                failsAverageStars: plan.selectedFields.contains("Book.averageStars")
                    && faults.averageStars.fault.consume(request) != nil)
            switch plan.operation.kind {
            case .subscription:
                guard format == .eventStream else {
                    throw GraphQLRequestError(.badUserInput, "A subscription requires Accept: text/event-stream.")
                }
                return try await GraphQLEventStream(plan: plan, context: resolvers, period: limits.heartbeat)
                    .response(lastEventID: request.headers[.lastEventID])
            case .query:
                let response = await GraphQLExecutor.execute(plan, on: QueryRoot(context: resolvers))
                return try self.response(response, format, request, isComplete: response.errors.isEmpty)
            case .mutation:
                let response = await GraphQLExecutor.execute(plan, on: MutationRoot(context: resolvers))
                // A mutation with an effect must not run again under its idempotency key.
                return try self.response(response, format, request, isComplete: response.completedRootFields > 0)
            }
        } catch let error as GraphQLRequestError {
            return refusal(error, format)
        }
    }

    private func plan(_ request: GraphQLRequest) throws(GraphQLRequestError) -> GraphQLPlan {
        let text = try persisted.document(of: request)
        var parser = try GraphQLParser(text, depthLimit: limits.graphQLDepth)
        let document = try parser.document()
        try GraphQLValidator.validate(
            document, schema: schema, depthLimit: limits.graphQLDepth, selectionLimit: limits.graphQLCost)
        persisted.store(request)
        return try GraphQLPlan(
            document, operation: request.operationName, variables: request.variables, schema: schema,
            costLimit: limits.graphQLCost)
    }

    /// - Parameter isComplete: whether the response may be cached, or stored under its idempotency key.
    private func response(
        _ response: GraphQLResponse, _ format: GraphQLFormat, _ request: Request, isComplete: Bool
    ) throws -> Response {
        let text = format == .eventStream ? GraphQLEventStream.events(response) : response.json
        let body = ByteBuffer(string: text)
        let isRead = request.method != .post
        if isRead, isComplete, format != .eventStream {
            return try body.cacheable(as: format.rawValue, vary: "Accept, Authorization", for: request)
        }
        var headers: HTTPFields = [.contentType: format.rawValue, .vary: "Accept, Authorization"]
        if isRead || !isComplete { headers[.cacheControl] = "no-store" }
        var status = HTTPResponse.Status.ok
        if response.errors.contains(where: { $0.code == .unauthenticated }),
            faults.unauthenticatedStatus.fault.consume(request) != nil
        {
            status = .unauthorized
            headers[.wwwAuthenticate] =
                (request.headers[.authorization] == nil ? Problem.missingToken : .invalidToken).headers[
                    .wwwAuthenticate]
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// The response to a request that is refused before its execution. In the older media type, its status is 200,
    /// because clients of `application/json` ignore the body of other statuses ("GraphQL over HTTP", "Status Codes").
    private func refusal(_ error: GraphQLRequestError, _ format: GraphQLFormat) -> Response {
        let type = format == .json ? format : .graphQL
        return Response(
            status: format == .json ? .ok : .badRequest,
            headers: [
                .contentType: type.rawValue, .vary: "Accept, Authorization", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: GraphQLResponse(refused: error).json)))
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import NIOFoundationEssentialsCompat

/// The catalog: everyone can read it, and administrators can change it.
struct ProductRoutes: Resource {
    let products: ProductStore
    let bodies: JSONBodyReader
    let links: Links
    let now: @Sendable () -> Date

    init(_ dependencies: ResourceDependencies) {
        products = ProductStore(database: dependencies.database)
        bodies = dependencies.bodies
        links = dependencies.links
        now = dependencies.now
    }

    func addRoutes(to groups: RouteGroups) {
        groups.guests.get("v2/products", use: list)
        groups.guests.get("v2/products/{id}", use: get)
        groups.admins.post("v2/products", use: create)
        groups.admins.delete("v2/products/{id}", use: delete)
    }

    @Sendable private func list(_ request: Request, _ context: GuestContext) async throws -> some ResponseGenerator {
        let query = try PageQuery(request.uri.queryParameters)
        let (products, total) = try await products.page(query)
        return CacheableResponse(
            body: PageBody(query, items: products.map(ProductBody.init), total: total),
            link: query.link(to: links.absolute("/v2/products"), total: total))
    }

    @Sendable private func get(_ request: Request, _ context: GuestContext) async throws -> some ResponseGenerator {
        guard let product = try await products.find(id: try Self.id(context)) else { throw Problem.notFound }
        return CacheableResponse(body: ProductBody(product), modified: HTTPDate(product.createdAt))
    }

    @Sendable private func create(_ request: Request, _ context: AdminContext) async throws -> some ResponseGenerator {
        let body = try await bodies.read(NewProductBody.self, from: request)
        let product = try body.record(id: "p-\(UUID().uuidString.lowercased())", at: Timestamp(now()))
        try await products.insert(product)
        return JSONResponse(
            body: ProductBody(product), status: .created,
            headers: [.location: links.absolute("/v2/products/\(product.id)")])
    }

    @Sendable private func delete(_ request: Request, _ context: AdminContext) async throws -> HTTPResponse.Status {
        let (method, preconditions) = (request.method, Preconditions(fields: request.headers))
        let isDeleted = try await products.delete(id: try Self.id(context)) { product in
            let bytes = try WireJSON.encode(ProductBody(product))
            let tag = EntityTag(of: Data(bytes.readableBytesView))
            try preconditions.check(method, Validators(tag: tag, modified: HTTPDate(product.createdAt)))
        }
        guard isDeleted else { throw Problem.notFound }
        return .noContent
    }

    private static func id(_ context: some RequestContext) throws(Problem) -> String {
        guard let id = context.parameters.get("id")?.removingPercentEncoding else { throw .notFound }
        return id
    }
}

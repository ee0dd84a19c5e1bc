import Foundation
import HTTPTypes
import Models
import Networking
import RemoteServices
import TestSupport
import Testing

@Suite("Endpoints of products")
struct ProductEndpointTests {
    private let router: Router

    init() throws {
        router = Router(
            environment: try .fixture(baseURL: "https://api.example.com/base/", version: APIVersion(2)),
            coding: JSONBodyCoding())
    }

    @Test("GET products, by page, for guests")
    func listing() throws {
        let page = try PageRequest(number: 3, size: 100)
        let (request, body) = try router.route(Endpoint<Guest, Page<Product>>.products(page))
        #expect(request.method == .get && request.path == "/base/v2/products?page=3&per_page=100")
        guard case .empty = body else {
            Issue.record("got \(body)")
            return
        }
    }

    @Test("POST a product, with an idempotency key, for administrators")
    func creating() throws {
        let endpoint = Endpoint<Admin, Product>.createProduct(try .fixture())
        let (request, body) = try router.route(endpoint)
        #expect(request.method == .post && request.path == "/base/v2/products")
        #expect(endpoint.idempotency == .keyed)
        guard case .data(let data) = body else {
            Issue.record("got \(body)")
            return
        }
        try expectJSON(
            data, is: #"{"sku": "EDSAC-1", "name": "Initial orders", "price": {"amount": "12.50", "currency": "GBP"}}"#)
    }

    @Test("DELETE a product, for administrators")
    func deleting() throws {
        let (request, _) = try router.route(Endpoint<Admin, Void>.deleteProduct(try Product.ID("p-card.1000")))
        #expect(request.method == .delete && request.path == "/base/v2/products/p-card.1000")
    }
}

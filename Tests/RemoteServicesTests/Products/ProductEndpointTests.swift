import Models
import Networking
import RemoteServices
import TestSupport
import Testing

@Suite("Endpoints of products")
struct ProductEndpointTests {
    @Test("guests list products by page")
    func listing() throws {
        let page = try PageRequest(number: 3, size: 100)
        try expectRequest(
            Endpoint<Guest, Page<Product>>.products(page), "GET", "/base/v2/products?page=3&per_page=100", body: nil)
    }

    @Test("administrators create a product with an idempotency key, and delete it")
    func changing() throws {
        let creation = Endpoint<Admin, Product>.createProduct(try .fixture())
        #expect(creation.idempotency == .keyed)
        try expectRequest(
            creation, "POST", "/base/v2/products",
            body: #"{"sku": "EDSAC-1", "name": "Initial orders", "price": {"amount": "12.50", "currency": "GBP"}}"#)
        try expectRequest(
            Endpoint<Admin, Void>.deleteProduct(Product.ID("p-card.1000")), "DELETE", "/base/v2/products/p-card.1000",
            body: nil)
    }
}

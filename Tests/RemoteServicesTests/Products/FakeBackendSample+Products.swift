import HTTPTypes
import Testing

extension FakeBackendSample {
    // FakeBackend has fewer products.
    static let products = [
        FakeBackendSample(method: .get, path: "/v2/products?per_page=2&page=2", hasSameTotal: false),
        FakeBackendSample(method: .get, path: "/v2/products?per_page=0&page=x"),
        FakeBackendSample(method: .get, path: "/v2/products/p-nanosecond", sameValues: ["price.amount"]),
        FakeBackendSample(method: .post, path: "/v2/products", caller: .member, body: "{}"),
        FakeBackendSample(
            method: .post, path: "/v2/products", caller: .admin, body: #"{"sku": "a", "price": {"amount": "x"}}"#),
        FakeBackendSample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CABLE", "price": {"amount": "1.234", "currency": "EUR"}}"#),
        FakeBackendSample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CORE-4K", "price": {"amount": "1.2", "currency": "EUR"}}"#),
        FakeBackendSample(
            method: .post, path: "/v2/products", caller: .admin,
            body: #"{"name": "Cable", "sku": "CABLE", "price": {"amount": "1.2", "currency": "EUR"}}"#,
            sameValues: ["price.amount"]),
        FakeBackendSample(method: .delete, path: "/v2/products/p-core-4k", caller: .admin),
    ]
}

struct FakeProductsTests {
    @Test("FakeBackend responds about products as the real backend does")
    func likeTheRealBackend() async throws {
        try await expectLikeTheRealBackend(FakeBackendSample.products)
    }
}

import Foundation
import HTTPTypes
import Networking

/// `/v2/products`. Guests and members read products, and administrators change them.
struct FakeProducts: FakeResource {
    let name = "products"
    private var products = FakeProduct.samples

    mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State
    ) throws(FakeProblem) -> ServerResponse {
        switch (request.method, path.count) {
        case (.get, 0):
            let oldestFirst = products.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
            return try request.page(of: oldestFirst) { $0.json }
        case (.get, 1): return .object(products[try product(path[0])].json)
        case (.post, 0):
            try backend.admin(caller)
            return try create(request, id: "p-\(backend.nextNumber())")
        case (.delete, 1):
            try backend.admin(caller)
            products.remove(at: try product(path[0]))
            return .empty(.noContent)
        default: throw .notFound
        }
    }

    private func product(_ id: String) throws(FakeProblem) -> Int {
        guard let index = products.firstIndex(where: { $0.id == id }) else { throw .notFound }
        return index
    }

    private mutating func create(_ request: FakeRequest, id: String) throws(FakeProblem) -> ServerResponse {
        var body = try FakeFields(request)
        let (name, sku, about) = (body.required("name"), body.required("sku"), body.optional("description"))
        let price = body.object("price") { $0.price() }
        body.checkLine("name", name, limit: 120)
        if let sku, sku.count > 40 || sku.wholeMatch(of: /[A-Z0-9](?:-?[A-Z0-9])*/) == nil {
            body.note(
                .invalid("sku", "This must be 1 to 40 capital letters and digits, with single hyphens between them."))
        }
        body.checkParagraphs("description", about, limit: 1000)
        try body.check()
        guard let name, let sku, let price else { throw .validationFailed(body.errors) }
        if products.contains(where: { $0.sku == sku }) {
            throw .taken("sku", title: "SKU taken", "Another product has this SKU.")
        }
        let product = FakeProduct(
            id: id, sku: sku, name: name, amount: price.amount, currency: price.currency,
            about: about, createdAt: request.now)
        products.append(product)
        let location = "\(request.origin)/v2/products/\(product.id)"
        return .object(product.json, status: .created, fields: [.location: location])
    }
}

extension FakeFields {
    /// Reads a price, and returns its amount with all decimal places of the currency.
    fileprivate mutating func price() -> (amount: String, currency: String)? {
        let codes = FakeProduct.currencies.keys.sorted().joined(separator: ", ")
        let (amount, currency) = (required("amount"), required("currency", expected: "one of \(codes)"))
        guard let amount, let currency else { return nil }
        guard let places = FakeProduct.currencies[currency] else {
            note(.mistyped("price.currency", expected: "one of \(codes)"))
            return nil
        }
        let match = amount.wholeMatch(of: /(0|[1-9][0-9]{0,8})(?:\.([0-9]{1,3}))?/)
        guard let match, (match.2 ?? "").count <= places else {
            note(
                .invalid(
                    "price.amount",
                    "This must be a decimal number of \(currency) below 1000000000, "
                        + "with at most \(places) decimal places."))
            return nil
        }
        let fraction = (match.2 ?? "") + String(repeating: "0", count: places - (match.2 ?? "").count)
        return (places == 0 ? String(match.1) : "\(match.1).\(fraction)", currency)
    }
}

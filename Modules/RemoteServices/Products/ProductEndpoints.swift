public import Models
public import Networking

extension Endpoint where Access: GuestScope, Response == Page<Product> {
    /// `GET /products`: one page of the catalog, oldest first.
    public static func products(_ page: PageRequest) -> Self {
        Endpoint(
            .get, "/products", query: [QueryItem("page", page.number), QueryItem("per_page", page.size)],
            response: .json)
    }
}

extension Endpoint where Access: AdminScope, Response == Product {
    /// `POST /products`: 422 with the invalid fields, 409 with the field `sku` for an SKU in use.
    public static func createProduct(_ product: NewProduct) -> Self {
        Endpoint(.post, "/products", body: .encodable(product), idempotency: .keyed, response: .json)
    }
}

extension Endpoint where Access: AdminScope, Response == Void {
    /// `DELETE /products/{id}`: 404 if there is no such product.
    public static func deleteProduct(_ id: Product.ID) -> Self {
        Endpoint(.delete, "/products/\(id.text)", response: .nothing)
    }
}

import HTTPTypes

extension ProductRoutes {
    var schemas: [String: JSONSchema] {
        let name = JSONSchema.line(1...120, example: "Punched cards")
        let sku = JSONSchema.text(length: 1...40, pattern: "^[A-Z0-9](-?[A-Z0-9])*$", example: "CARD-1000")
        let description = JSONSchema.paragraphs(0...1000, example: "A box of 1000.").orNull
        return [
            "Product": .object([
                "id": .text(example: "p-card-1000"), "sku": sku, "name": name, "price": .named("Price"),
                "description": description, "created_at": .moment,
            ]),
            "Price": .object([
                // How many decimal places are allowed depends on the currency, which no schema can express.
                "amount": .text(pattern: #"^(0|[1-9][0-9]{0,8})(\.[0-9]{1,3})?$"#, example: "19.90"),
                "currency": .choice(Currency.allCases.map(\.rawValue)),
            ]),
            "ProductPage": .page(of: "Product"),
            "NewProduct": .object(
                ["name": name, "sku": sku, "price": .named("Price")], optional: ["description": description]),
        ]
    }

    private static let id = OperationParameter(
        place: .path, name: "id", summary: "The product's id.", schema: .text(length: 1...200, example: "p-card-1000"))

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v2/products", id: "listProducts", summary: "List all products, oldest first.",
                access: .guest, parameters: OperationParameter.page + OperationParameter.readConditions,
                responses: [
                    .json(.ok, "One page.", .named("ProductPage"), fields: ["ETag", "Cache-Control", "Vary", "Link"]),
                    .notModified, .unprocessable, .preconditionFailed,
                ]),
            Operation(
                method: .get, path: "/v2/products/{id}", id: "product", summary: "Get a product.", access: .guest,
                parameters: [Self.id] + OperationParameter.readConditions,
                responses: [
                    .json(
                        .ok, "The product.", .named("Product"),
                        fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"]),
                    .notModified, .notFound, .preconditionFailed,
                ]),
            Operation(
                method: .post, path: "/v2/products", id: "createProduct", summary: "Add a product. Admins only.",
                parameters: [.idempotencyKey], body: .json(.named("NewProduct")),
                responses: [
                    .json(.created, "The new product.", .named("Product"), fields: ["Location"]), .forbidden,
                    .unsupported, .unprocessable,
                    .problem(.conflict, "The SKU is taken, or the same request is in progress."),
                ]),
            Operation(
                method: .delete, path: "/v2/products/{id}", id: "deleteProduct",
                summary: "Delete a product. Admins only.", parameters: [Self.id, .ifMatch],
                responses: [
                    OperationResponse(status: .noContent, summary: "The product is deleted."), .forbidden, .notFound,
                    .preconditionFailed,
                ]),
        ]
    }
}

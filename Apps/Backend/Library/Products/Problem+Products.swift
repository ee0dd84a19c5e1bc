import HTTPTypes

extension Problem {
    static let skuTaken = Problem(
        status: .conflict, code: "sku_taken", title: "SKU taken", detail: "Another product has this SKU.",
        errors: [FieldError(field: "sku", code: "taken", message: "Another product has this SKU.")])
}

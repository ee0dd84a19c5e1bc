extension Problem {
    static let schemas: [String: JSONSchema] = [
        "Problem": .object(
            [
                "type": .text(format: "uri", example: "\(BackendName.problemTag)not_found"), "title": .text(),
                "status": .whole(400...599), "detail": .text(), "code": .text(example: "not_found"),
                "request_id": .text(),
            ], optional: ["errors": .list(.named("FieldError"))]),
        "FieldError": .object([
            "field": .text(example: "email"), "code": .text(example: "required"),
            "message": .text(example: "This field is required."),
        ]),
    ]
}

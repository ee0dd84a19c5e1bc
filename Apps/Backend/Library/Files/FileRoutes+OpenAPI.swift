import HTTPTypes

extension FileRoutes {
    var schemas: [String: JSONSchema] {
        [
            "FileDigest": .object([
                "name": .text(example: "sample-1024"), "size": .count(), "sha256": .text(pattern: "^[0-9a-f]{64}$"),
            ])
        ]
    }

    private static let fields = ["ETag", "Last-Modified", "Cache-Control", "Vary", "Accept-Ranges", "Repr-Digest"]

    var operations: [Operation] {
        let name = OperationParameter(
            place: .path, name: "name", summary: "`sample-` and the length in bytes, at most \(limit).",
            schema: .text(pattern: "^sample-(0|[1-9][0-9]{0,5})$", example: "sample-1024"))
        return [
            Operation(
                method: .get, path: "/v2/files/{name}", id: "file",
                summary: "Download a generated file of any length, or a part of it.",
                parameters: [name] + OperationParameter.readConditions + OperationParameter.ranges,
                responses: [
                    OperationResponse(
                        status: .ok, summary: "The file.", types: ["application/octet-stream"], fields: Self.fields),
                    OperationResponse(
                        status: .partialContent, summary: "The requested part.", types: ["application/octet-stream"],
                        fields: Self.fields + ["Content-Range"]),
                    .notModified, .notFound, .preconditionFailed,
                    .problem(.rangeNotSatisfiable, "The range is beyond the end.", fields: ["Content-Range"]),
                ]),
            Operation(
                method: .get, path: "/v2/files/{name}/digest", id: "fileDigest",
                summary: "Get the file's length and digest.",
                parameters: [name] + OperationParameter.readConditions,
                responses: [
                    .json(
                        .ok, "Length and SHA-256.", .named("FileDigest"),
                        fields: ["ETag", "Last-Modified", "Cache-Control", "Vary"]), .notModified, .notFound,
                    .preconditionFailed,
                ]),
        ]
    }
}

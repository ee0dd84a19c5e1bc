import HTTPTypes

extension BookRoutes {
    var schemas: [String: JSONSchema] {
        let words = JSONSchema.list(.text())
        let people = JSONSchema.list(.named("Person"))
        let year = JSONSchema(json: ["type": "integer"]).orNull
        return [
            "Book": .object([
                "id": .whole(1...Int(Int32.max)), "title": .text(example: "Middlemarch"), "authors": people,
                "editors": people, "translators": people, "summaries": words, "subjects": words, "bookshelves": words,
                "languages": words, "copyright": JSONSchema(json: ["type": "boolean"]).orNull,
                "media_type": .choice(["Text", "Sound"]), "download_count": .count(),
                "formats": JSONSchema(json: ["type": "object", "additionalProperties": ["type": "string"]]),
            ]),
            "Person": .object(["name": .text(example: "Eliot, George"), "birth_year": year, "death_year": year]),
            "BookPage": .object([
                "count": .count(), "next": JSONSchema.address.orNull, "previous": JSONSchema.address.orNull,
                "results": .list(.named("Book")),
            ]),
            "Detail": .object(["detail": .text(example: "Invalid page.")]),
        ]
    }

    private static let id = OperationParameter(
        place: .path, name: "id", summary: "The book's number.",
        schema: .whole(1...Int(Int32.max)).with("examples", [84]))

    private static func detail(_ status: HTTPResponse.Status, _ summary: String) -> OperationResponse {
        .json(status, summary, .named("Detail"))
    }

    private static let notAcceptable = detail(.notAcceptable, "The client accepts no JSON.")
    private static let unknown = detail(.notFound, "There is no such book.")
    private static let textFields = ["ETag", "Last-Modified", "Cache-Control", "Accept-Ranges"]

    /// All parameters are text, because a value that the server cannot read is no error.
    private static let query = [
        ("search", "Words in titles or authors' names, separated by spaces. All must occur."),
        ("languages", "Codes, separated by commas. One of them must be the book's."),
        ("author_year_start", "A year, negative before the common era. An author was born or died in it or later."),
        ("author_year_end", "A year. An author was born or died in it or earlier."),
        ("copyright", "Some of true, false and null, separated by commas."),
        ("ids", "Numbers of books, separated by commas."),
        ("topic", "Text in a bookshelf or a subject."),
        ("mime_type", "The beginning of the media type of a format."),
        ("sort", "popular (the default), ascending or descending, the latter two by id."),
        ("page", "Counted from 1, or last."),
    ].map { OperationParameter(place: .query, name: $0, summary: $1, schema: .text()) }

    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/books", id: "listBooks", summary: "Find books, 32 on a page.", access: .open,
                endsWithSlash: true, parameters: Self.query,
                responses: [
                    .json(.ok, "One page.", .named("BookPage")), Self.detail(.notFound, "There is no such page."),
                    Self.notAcceptable,
                ]),
            Operation(
                method: .get, path: "/books/{id}", id: "book", summary: "Get a book.", access: .open,
                endsWithSlash: true, parameters: [Self.id],
                responses: [.json(.ok, "The book.", .named("Book")), Self.unknown, Self.notAcceptable]),
            Operation(
                method: .get, path: "/books/{id}/text", id: "bookText",
                summary: "Download the generated text of a book, or a part of it.", access: .open,
                parameters: [Self.id] + OperationParameter.readConditions + OperationParameter.ranges,
                responses: [
                    OperationResponse(
                        status: .ok, summary: "The text.", types: [BookFormats.text], fields: Self.textFields),
                    OperationResponse(
                        status: .partialContent, summary: "The requested part.", types: [BookFormats.text],
                        fields: Self.textFields + ["Content-Range"]),
                    OperationResponse(
                        status: .notModified, summary: "The client's copy is current.",
                        fields: ["ETag", "Cache-Control"]),
                    Self.unknown, .preconditionFailed,
                    .problem(.rangeNotSatisfiable, "The range is beyond the end.", fields: ["Content-Range"]),
                ]),
        ]
    }
}

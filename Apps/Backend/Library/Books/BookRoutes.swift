import HTTPTypes
import Hummingbird

/// Books in the shape of Gutendex, a public API for the catalog of Project Gutenberg. Everyone can read them.
struct BookRoutes: Resource {
    let catalog: CatalogStore
    let links: Links

    init(_ dependencies: ResourceDependencies) {
        catalog = .standard
        links = dependencies.links
    }

    func addRoutes(to groups: RouteGroups) {
        groups.open.get("books", use: list)
        groups.open.get("books/{id}", use: get)
        groups.open.get("books/{id}/text", use: text)
    }

    @Sendable private func list(_ request: Request, _ context: BackendRequestContext) throws -> Response {
        if let redirect = Self.redirectToSlash(request) { return redirect }
        try Self.checkAccept(request)
        let query = QueryFields(request.uri.query ?? "")
        var books = catalog.books(matching: BookQuery(query))
        if context.repeatsBook, books.count > BookPageBody.size {
            books.insert(books[BookPageBody.size - 1], at: BookPageBody.size)
        }
        return try JSONResponse(body: BookPageBody(books, query: query, links: links))
            .response(from: request, context: context)
    }

    @Sendable private func get(_ request: Request, _ context: BackendRequestContext) throws -> Response {
        if let redirect = Self.redirectToSlash(request) { return redirect }
        try Self.checkAccept(request)
        return try JSONResponse(body: BookBody(try book(of: context), links: links))
            .response(from: request, context: context)
    }

    @Sendable private func text(_ request: Request, _ context: BackendRequestContext) throws -> Response {
        let book = try book(of: context)
        guard book.medium == .text else { throw BookError.unknownBook }
        return try BookText(book).representation.response(to: request)
    }

    private func book(of context: BackendRequestContext) throws(BookError) -> Book {
        guard let id = context.parameters.get("id").flatMap({ Int($0) }) else { throw .notFound }
        guard let book = catalog.book(id: id) else { throw .unknownBook }
        return book
    }

    /// JSON paths end with a slash. A path without it gets a redirect (301) to the path with it, and the same query.
    private static func redirectToSlash(_ request: Request) -> Response? {
        guard !request.uri.path.hasSuffix("/") else { return nil }
        let query = request.uri.query.map { "?" + $0 } ?? ""
        // A path with two slashes at its start would name another host.
        let path = "/" + request.uri.path.split(separator: "/").joined(separator: "/") + "/"
        return Response(status: .movedPermanently, headers: [.location: path + query])
    }

    /// - Throws: ``BookError/notAcceptable``, even for an unknown book.
    private static func checkAccept(_ request: Request) throws(BookError) {
        guard let accept = request.headers[.accept] else { return }
        let types = accept.split(separator: ",").map { type in
            type.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        }
        guard types.isEmpty || types.contains(where: ["*/*", "application/*", "application/json"].contains) else {
            throw .notAcceptable
        }
    }
}

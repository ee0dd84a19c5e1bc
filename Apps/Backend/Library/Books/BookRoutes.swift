import HTTPTypes
import Hummingbird

/// Books in the shape of Gutendex, a public API for the catalog of Project Gutenberg. Everyone can read them.
struct BookRoutes: Resource {
    /// In the next lists, the last book of the first page is also the first of the second.
    static let faults = ["repeat"]

    let backend: Dependencies
    private let catalog = CatalogStore.standard

    func addRoutes(to groups: RouteGroups) {
        groups.open.add(middleware: BookErrorMiddleware(routes: groups.table))
        groups.open.get("books", use: list)
        groups.open.get("books/{id}", use: get)
        groups.open.get("books/{id}/text", use: text)
    }

    @Sendable private func list(_ request: Request, _ context: BackendRequestContext) throws -> Reply {
        if let redirect = Self.redirectToSlash(request) { return redirect }
        try Self.checkAccept(request)
        let query = QueryFields(request.uri.query ?? "")
        var books = catalog.books(matching: BookQuery(query))
        if backend.faults.consume("repeat", request) != nil, books.count > BookPage.size {
            books.insert(books[BookPage.size - 1], at: BookPage.size)
        }
        return try .json(BookPage(books, query: query, links: backend.links))
    }

    @Sendable private func get(_ request: Request, _ context: BackendRequestContext) throws -> Reply {
        if let redirect = Self.redirectToSlash(request) { return redirect }
        try Self.checkAccept(request)
        return try .json(try book(of: context).linked(backend.links))
    }

    @Sendable private func text(_ request: Request, _ context: BackendRequestContext) throws -> Response {
        let book = try book(of: context)
        guard book.mediaType == .text else { throw BookError.unknownBook }
        return try BookText(book).representation.response(to: request)
    }

    private func book(of context: BackendRequestContext) throws(BookError) -> Book {
        guard let id = context.parameters.get("id").flatMap({ Int($0) }) else { throw .notFound }
        guard let book = catalog.book(id: id) else { throw .unknownBook }
        return book
    }

    /// JSON paths end with a slash. A path without it gets a redirect (301) to the path with it, and the same query.
    private static func redirectToSlash(_ request: Request) -> Reply? {
        guard !request.uri.path.hasSuffix("/") else { return nil }
        let query = request.uri.query.map { "?" + $0 } ?? ""
        // A path with two slashes at its start would name another host.
        let path = "/" + request.uri.path.split(separator: "/").joined(separator: "/") + "/"
        return Reply(status: .movedPermanently, headers: [.location: path + query])
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

/// An error of the routes for books: `{"detail": …}` as in Gutendex, instead of problem details.
struct BookError: Error, Equatable, Sendable {
    let status: HTTPResponse.Status
    let detail: String

    static let invalidPage = Self(status: .notFound, detail: "Invalid page.")
    static let unknownBook = Self(status: .notFound, detail: "No Book matches the given query.")
    /// The id is not a whole number.
    static let notFound = Self(status: .notFound, detail: "Not found.")
    static let notAcceptable = Self(
        status: .notAcceptable, detail: "Could not satisfy the request Accept header.")
}

/// Responds to errors below `/books` as Gutendex does: with `{"detail": …}`, or with an HTML page if no route matches.
struct BookErrorMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.split(separator: "/").first == "books" else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch let error as BookError {
            return try Reply.json(["detail": error.detail], status: error.status).response(to: request)
        } catch let error as HTTPError where error.status == .notFound && routes.methods(at: request.uri.path).isEmpty {
            return Reply.page(status: .notFound, title: "Page Not Found").response(to: request)
        }
    }
}

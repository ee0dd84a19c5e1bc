import Foundation
import HTTPTypes
import Networking

/// `/books/`: a catalog in the shape of Gutendex, which has no version, no accounts and errors of its own.
struct FakeBooks: FakeResource {
    let name = "books"
    let isVersioned = false
    private let books = FakeBook.samples
    private static var pageSize: Int { 32 }

    func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State
    ) -> ServerResponse {
        let path = request.segments.dropFirst()
        guard request.method == .get else { return .detail("Method not allowed.", .methodNotAllowed) }
        if path.count == 2, path.last == "text", let book = book(path.first) { return .text(book.text) }
        guard request.path.hasSuffix("/") else {
            return .empty(.movedPermanently, fields: [.location: request.path + "/" + request.suffix])
        }
        guard path.count <= 1 else { return .page }
        guard let accepted = request.fields[.accept], !accepted.contains("json"), !accepted.contains("*/*") else {
            return path.isEmpty ? list(request) : single(path.first, request)
        }
        return .detail("Could not satisfy the request Accept header.", .notAcceptable)
    }

    private func book(_ id: String?) -> FakeBook? {
        books.first { String($0.id) == id }
    }

    private func single(_ id: String?, _ request: FakeRequest) -> ServerResponse {
        guard let id, Int(id) != nil else { return .detail("Not found.", .notFound) }
        guard let book = book(id) else { return .detail("No Book matches the given query.", .notFound) }
        return .object(book.json(at: request.origin))
    }

    private func list(_ request: FakeRequest) -> ServerResponse {
        let filter = FakeBookFilter(request.query)
        var found = books.filter(filter.matches)
        switch request.query["sort"] {
        case "ascending": found.sort { $0.id < $1.id }
        case "descending": found.sort { $0.id > $1.id }
        default: found.sort { ($1.downloadCount, $0.id) < ($0.downloadCount, $1.id) }
        }
        let pages = max(1, (found.count + Self.pageSize - 1) / Self.pageSize)
        guard let number = Int(request.query["page"] ?? "1"), (1...pages).contains(number) else {
            return .detail("Invalid page.", .notFound)
        }
        return .object([
            "count": found.count, "next": number < pages ? request.link(toPage: number + 1) : NSNull(),
            "previous": number > 1 ? request.link(toPage: number - 1) : NSNull(),
            "results": found.dropFirst((number - 1) * Self.pageSize).prefix(Self.pageSize).map {
                $0.json(at: request.origin)
            },
        ])
    }
}

extension FakeRequest {
    /// The absolute address of another page of the same list, with the query's items encoded again and sorted by name.
    fileprivate func link(toPage number: Int) -> Any {
        var query = query
        query["page"] = number == 1 ? nil : String(number)
        var components = URLComponents()
        components.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        let text = components.percentEncodedQuery?.replacing("%20", with: "+").replacing(",", with: "%2C") ?? ""
        return "\(origin)/books/" + (text.isEmpty ? "" : "?" + text)
    }

    /// The query with its question mark.
    fileprivate var suffix: String {
        query.isEmpty ? "" : "?" + query.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")
    }
}

extension ServerResponse {
    fileprivate static func detail(_ text: String, _ status: HTTPResponse.Status) -> ServerResponse {
        .object(["detail": text], status: status)
    }

    /// Gutendex responds to an unknown address with a page for people.
    fileprivate static var page: ServerResponse {
        .data(
            Data("<!doctype html><title>Not Found</title><h1>Not Found</h1>".utf8), status: .notFound,
            fields: [.contentType: "text/html; charset=utf-8"])
    }
}

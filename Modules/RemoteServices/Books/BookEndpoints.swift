import Foundation
public import Models
public import Networking

// Gutendex redirects a path without a trailing slash, so every path here has one.

extension Endpoint where Access: GuestScope, Response == BookPage {
    /// `GET /books/`: the first page of the books that match the query. The server ignores values that it can't read.
    public static func books(_ query: BookQuery) -> Self {
        Endpoint(
            .get, "/books/", query: query.parameters.map { QueryItem($0.name, $0.value) }, response: .json)
    }

    /// `GET` of another page at exactly the address that the server sent. 404 if the page does not exist.
    static func books(at link: ServerLink) -> Self {
        Endpoint(.get, link.path, response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == Book {
    /// `GET /books/{id}/`: 404 if there is no such book.
    public static func book(_ id: Book.ID) -> Self {
        Endpoint(.get, "/books/\(id.number)/", response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == Data {
    /// `GET` of a book's file.
    static func bookFile(at link: ServerLink) -> Self {
        Endpoint(.get, link.path, response: .data)
    }
}

import HTTPTypes
import Hummingbird

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

    var response: JSONResponse<[String: String]> { JSONResponse(body: ["detail": detail], status: status) }
}

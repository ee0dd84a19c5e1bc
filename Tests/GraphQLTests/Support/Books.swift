import GraphQL
import Networking
import TestSupport

/// Data of the operations that tests send.
struct BookData: Codable, Sendable, Equatable {
    var book: Book?

    struct Book: Codable, Sendable, Equatable {
        var title: String
        var stars: Double?
    }

    static let emma = BookData(book: Book(title: "Emma", stars: 4.5))
    static let emmaJSON = #"{"data":{"book":{"title":"Emma","stars":4.5}}}"#
}

extension GraphQLOperation where Access: TestGuestScope, Value == BookData {
    static func book(_ id: Int = 84) -> Self {
        GraphQLOperation("query Book($id: Int!) { book(id: $id) { title stars } }", variables: ["id": id])
    }

    static func addBook(idempotency: Idempotency = .byMethod) -> Self {
        GraphQLOperation("mutation AddBook { addBook { title } }", idempotency: idempotency)
    }
}

/// Input with a member of each state.
struct BookChanges: Encodable, Equatable {
    var title: GraphQLNullable<String> = .absent
    var stars: GraphQLNullable<Double> = .absent
    var subtitle: GraphQLNullable<String>?
    var id = 84
}

import Networking

/// What everyone may do.
protocol VisitorScope: AccessScope {}

/// The access of a visitor without a card.
enum Visitor: VisitorScope, AnonymousScope {}

/// A librarian's endpoints in addition to a visitor's.
protocol LibrarianScope: VisitorScope {}

/// The access of a librarian.
enum Librarian: LibrarianScope {}

/// The owner of a key card.
struct Holder: Sendable, Equatable, Decodable {
    let id: String
    let name: String
}

/// An overdue book.
struct Loan: Sendable, Equatable, Decodable {
    let title: String
    let daysOverdue: Int

    enum CodingKeys: String, CodingKey {
        case title
        case daysOverdue = "days_overdue"
    }
}

extension Endpoint where Access: LibrarianScope, Response == Holder {
    /// `GET /holders/me`
    static func holder() -> Self {
        Endpoint(.get, "/holders/me", response: .json)
    }
}

extension Endpoint where Access: LibrarianScope, Response == [Loan] {
    /// `GET /loans?overdue=true`
    static func overdueLoans() -> Self {
        Endpoint(.get, "/loans", query: [QueryItem("overdue", "true")], response: .json)
    }
}

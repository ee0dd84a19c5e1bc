import Networking
import RemoteServices

/// A scope that the workspace does not have: a librarian's endpoints in addition to a member's.
protocol LibrarianScope: MemberScope {}

/// The access of a librarian.
enum Librarian: LibrarianScope {}

/// An overdue book.
struct Loan: Sendable, Equatable, Decodable {
    let title: String
    let daysOverdue: Int

    enum CodingKeys: String, CodingKey {
        case title
        case daysOverdue = "days_overdue"
    }
}

extension Endpoint where Access: LibrarianScope, Response == [Loan] {
    /// `GET /loans?overdue=true`
    static func overdueLoans() -> Self {
        Endpoint(.get, "/loans", query: [QueryItem("overdue", "true")], response: .json)
    }
}

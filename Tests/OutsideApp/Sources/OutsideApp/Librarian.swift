import Networking
import RemoteServices

/// A scope that the workspace knows nothing of: what a librarian may send, beside all that a member may.
protocol LibrarianScope: MemberScope {}

/// The access of a librarian.
enum Librarian: LibrarianScope {}

/// A book that somebody has not brought back.
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

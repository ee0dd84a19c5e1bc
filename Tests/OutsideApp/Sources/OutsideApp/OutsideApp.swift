import DependencyInjection
import Foundation
import Networking
import Primitives

/// Composes the modules as an app outside the workspace does, makes some calls, and prints OK.
@main
struct OutsideApp {
    static func main() async throws {
        guard let url = URL(string: "https://library.invalid") else { throw Surprise("The address is no URL.") }
        let container = try Assembly.library(at: url).build()
        try await visit(container)
        try await container.shutdown()
        try await readHours(at: url)
        print("OK")
    }

    /// A call to an API without endpoints and a container.
    private static func readHours(at url: URL) async throws {
        let session = try Client(url, over: LibraryTransport()).session(for: Visitor.self)
        let hours = try await session.get("/hours", as: [String].self)
        guard hours == ["Mon 9-17"] else { throw Surprise("The library has other hours: \(hours).") }
    }

    private static func visit(_ container: Container) async throws {
        let (client, cards) = (try container.resolve(.client), try container.resolve(.cards))
        let card = try await client.session(for: Visitor.self).send(.open(Secret("card 1842")))
        let credential = card.credential(from: Date())
        cards.begin(with: credential)
        let scope = try container.beginScope(.seed(.card, credential))

        // The server rejects the first key, so this call refreshes it through the app's own refresher and storage.
        let librarian = try scope.resolve(.librarian)
        let holder = try await librarian.send(.holder())
        guard holder.id == card.holder else { throw Surprise("The card belongs to another holder.") }
        guard cards.load() != credential else { throw Surprise("The refreshed card was not stored.") }

        let loans = try await librarian.send(.overdueLoans())
        guard loans.map(\.daysOverdue) == [66_000] else { throw Surprise("The loans are others: \(loans).") }
        try await checkLimit(librarian, container)
        try await scope.end()
    }

    /// The app's own event is in the trace, and its own failure reaches the caller.
    private static func checkLimit(_ librarian: Session<Librarian>, _ container: Container) async throws {
        let kinds = try container.resolve(.traces).traces.flatMap(\.moments).map(\.kind)
        guard kinds.contains(.custom(AnyCustomEvent(LoanEvent(left: 0)))) else {
            throw Surprise("The app's own event was not reported.")
        }
        do {
            _ = try await librarian.send(.overdueLoans())
            throw Surprise("Loans were asked for too often.")
        } catch let error as NetworkError {
            guard case .custom(let failure) = error.cause, failure.base is LoanFailure else {
                throw Surprise("Another failure than the app's own: \(error).")
            }
        }
    }
}

/// An unexpected result.
struct Surprise: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

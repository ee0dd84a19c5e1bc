import ContractSuites
import Models
import Primitives
import Services
import TestSupport
import Testing

@Suite("Contract of book services", .failsOnUnexpectedCalls)
struct BookServiceContractTests {
    @Test("the live book service satisfies the contract on a real backend", arguments: BookServiceContract.clauses)
    func live(clause: ContractClause<BookServiceSubject>) async throws {
        try await LiveServices.withBackend { environment, transport in
            try await clause.check(
                .remote(over: transport, at: environment, time: SystemTimeSource()) { transport.cut() })
        }
    }

    @Test("the live book service satisfies the contract on FakeBackend", arguments: BookServiceContract.clauses)
    func fake(clause: ContractClause<BookServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("a service that ignores the query, the page, the book or the format breaks the contract")
    func mutants() async throws {
        let fake = try BookServiceSubject.fakeBackend().books
        let first = try await fake.page(of: BookQuery())
        let book = try await fake.book(id: Book.ID(2701))
        let mutants = [
            MockBookService(over: fake, pageOf: .value(first)), MockBookService(over: fake, pageAt: .value(first)),
            MockBookService(over: fake, book: .value(book)), MockBookService(over: fake, download: .value(7)),
        ]
        for mutant in mutants {
            try await expectBreach(of: BookServiceContract.clauses) {
                BookServiceSubject(books: mutant, cutConnection: {})
            }
        }
    }
}

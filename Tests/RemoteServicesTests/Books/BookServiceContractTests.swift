import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Models
import Primitives
import Services
import TestSupport
import Testing

@Suite("Contract of book services", .failsOnUnexpectedCalls)
struct BookServiceContractTests {
    @Test("the live book service satisfies the contract on a real backend", arguments: BookServiceContract.clauses)
    func live(clause: ContractClause<BookServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test("a service that ignores the query, the page, the book or the format breaks the contract")
    func mutants() async throws {
        try await LiveServices.withBackend { backend in
            let subject = try await BookServiceSubject(on: backend)
            let books = subject.books
            let first = try await books.page(of: BookQuery())
            let book = try await books.book(id: Book.ID(2701))
            let mutants = [
                MockBookService(over: books, pageOf: .value(first)),
                MockBookService(over: books, pageAt: .value(first)),
                MockBookService(over: books, book: .value(book)), MockBookService(over: books, download: .value(7)),
            ]
            for mutant in mutants {
                try await expectBreach(of: BookServiceContract.clauses) {
                    var faulty = subject
                    faulty.books = mutant
                    return faulty
                }
            }
        }
    }
}

extension BookServiceSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        self.init(try backend.services().app.books, on: backend)
    }
}

import ContractSuites
import Models
import Primitives
import Services
import TestSupport
import Testing

@Suite("Contract of product services", .failsOnUnexpectedCalls)
struct ProductServiceContractTests {
    @Test(
        "the live product service satisfies the contract on a real backend", arguments: ProductServiceContract.clauses)
    func live(clause: ContractClause<ProductServiceSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test(
        "the live product service satisfies the contract on FakeBackend",
        arguments: ProductServiceContract.clauses.withoutServerRules())
    func fake(clause: ContractClause<ProductServiceSubject>) async throws {
        try await clause.checkOnFakeBackend()
    }

    @Test("a service that ignores the page, and one that ignores the account, break the contract")
    func mutants() async throws {
        let subject = try await ProductServiceSubject(on: .fake())
        let whole = try await subject.products(nil).products(page: PageRequest(size: 100))
        let careless = MockProductService(create: .value(try .fixture()), delete: .success)
        let mutants = [
            (MockProductService(products: .value(whole)), ProductServiceContract.clauses[...]),
            (careless, ProductServiceContract.clauses.suffix(1)),
        ]
        for (mutant, clauses) in mutants {
            try await expectBreach(of: clauses) {
                var faulty = subject
                faulty.products = { _ in mutant }
                return faulty
            }
        }
    }
}

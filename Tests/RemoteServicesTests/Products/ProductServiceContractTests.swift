import Composition
import ContractSuites
import EngineContracts
import Models
import Persistence
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
        let subject = try await ProductServiceSubject(on: FakeBackend())
        try await expectBreach(of: ProductServiceContract.clauses) {
            let services = try RemoteServicesFixture(over: ignoringQueries(subject.backend))
            var faulty = subject
            faulty.products = { _ in services.app.products }
            return faulty
        }
        try await expectBreach(of: ProductServiceContract.clauses.suffix(1)) {
            var faulty = subject
            faulty.products = { _ in try await subject.products(subject.admin) }
            return faulty
        }
    }
}

extension ProductServiceSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        // One process for each account, because a process has one account logged in.
        let stores = AccountStores.inMemory()
        let (admins, admin) = try await backend.services(of: .ada(), stores: stores)
        let (members, member) = try await backend.services(
            of: .grace(), stores: stores.replacing(InMemoryAuthSessionStore()))
        self.init(admin: admin, member: member, stores: stores, on: backend) { account in
            guard let account else { return admins.app.products }
            return try (account == member ? members : admins).open(account).products
        }
    }
}

import ContractSuites
import RemoteServices
import Services
import Testing

/// The contracts of services, on the live ones over sockets and a real backend, and on the fakes: what holds for one
/// holds for the other, so a test that runs on fakes says something about the app.
@Suite(.failsOnUnexpectedCalls)
struct ServiceContractTests {
    @Test("the live auth service keeps the contract", arguments: AuthServiceContract.clauses)
    func liveAuth(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the live user service keeps the contract", arguments: UserServiceContract.clauses)
    func liveUsers(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the live upload service keeps the contract", arguments: UploadServiceContract.clauses)
    func liveUploads(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the fake auth service keeps the contract", arguments: AuthServiceContract.clauses)
    func fakeAuth(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fake())
    }

    @Test("the fake user service keeps the contract", arguments: UserServiceContract.clauses)
    func fakeUsers(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fake())
    }

    @Test("the fake upload service keeps the contract", arguments: UploadServiceContract.clauses)
    func fakeUploads(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fake())
    }
}

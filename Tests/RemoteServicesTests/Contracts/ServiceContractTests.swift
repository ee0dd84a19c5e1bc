import ContractSuites
import RemoteServices
import Services
import Testing

/// The contracts of the services, on the real backend over sockets and on FakeBackend. Both pass the same clauses, so a
/// test on FakeBackend tests what the app does with a real server.
@Suite(.failsOnUnexpectedCalls)
struct ServiceContractTests {
    @Test("the auth service passes its contract on the real backend", arguments: AuthServiceContract.clauses)
    func liveAuth(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the user service passes its contract on the real backend", arguments: UserServiceContract.clauses)
    func liveUsers(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the upload service passes its contract on the real backend", arguments: UploadServiceContract.clauses)
    func liveUploads(clause: ContractClause<ServiceSubject>) async throws {
        try await LiveServices.run { subject in try await clause.check(subject) }
    }

    @Test("the auth service passes its contract on FakeBackend", arguments: AuthServiceContract.clauses)
    func authOnFakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the user service passes its contract on FakeBackend", arguments: UserServiceContract.clauses)
    func usersOnFakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }

    @Test("the upload service passes its contract on FakeBackend", arguments: UploadServiceContract.clauses)
    func uploadsOnFakeBackend(clause: ContractClause<ServiceSubject>) async throws {
        try await clause.check(.fakeBackend())
    }
}

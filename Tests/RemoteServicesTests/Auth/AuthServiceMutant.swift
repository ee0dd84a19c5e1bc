import ContractSuites
import Models
import Networking
import Persistence
import RemoteServices
import Services
import TestSupport

/// An auth service with one planted fault, which the contract must reject.
enum AuthServiceMutant: String, CaseIterable, Sendable {
    case loginKeepsNothing, logoutKeepsTheLogin, logoutKeepsTheAccount, restoreFindsNobody, refreshDoesNothing
    case endedAccountStays

    /// The services on FakeBackend, with this one fault.
    func subject() throws -> ServiceSubject {
        try ServiceSubject.fakeBackend().changingEachProcess { subject in
            let right = subject
            subject.auth = { MutantAuthService(mutant: self, subject: right) }
        }
    }
}

private struct MutantAuthService: AuthService {
    let mutant: AuthServiceMutant
    let subject: ServiceSubject

    func login(_ credentials: Credentials) async throws(AuthServiceError) -> Account {
        let account = try await subject.auth().login(credentials)
        if mutant == .loginKeepsNothing {
            _ = await changing { () async throws(StoreError) in
                _ = try await subject.authSessions.clear(server: subject.server, userID: account.id, ifStill: nil)
            }
        }
        return account
    }

    func restore() async throws(AuthServiceError) -> Account? {
        mutant == .restoreFindsNobody ? nil : try await subject.auth().restore()
    }

    func refresh(_ account: Account) async throws(AuthServiceError) {
        if mutant != .refreshDoesNothing { try await subject.auth().refresh(account) }
    }

    func logout(_ account: Account) async throws(AuthServiceError) -> Logout {
        switch mutant {
        case .logoutKeepsTheLogin: subject.sessions.end(account)
        case .logoutKeepsTheAccount:
            subject.sessions.end(account)
            _ = await changing { () async throws(StoreError) in
                _ = try await subject.authSessions.clear(server: subject.server, userID: account.id, ifStill: nil)
            }
        default: return try await subject.auth().logout(account)
        }
        return .everywhere
    }

    func removeEndedAccount() async throws(AuthServiceError) -> Bool {
        mutant == .endedAccountStays ? false : try await subject.auth().removeEndedAccount()
    }
}

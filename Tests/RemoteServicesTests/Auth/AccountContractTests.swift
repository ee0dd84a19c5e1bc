import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import Models
import Persistence
import RemoteServices
import Services
import TestSupport
import Testing

/// The contracts of the auth, user and upload services, on the sample backend and on FakeBackend.
@Suite("Contracts of the services of accounts", .failsOnUnexpectedCalls)
struct AccountContractTests {
    private static let clauses =
        AuthServiceContract.clauses + UserServiceContract.clauses + UploadServiceContract.clauses

    @Test(
        "the live services fulfill them on a real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: clauses)
    private func live(clause: ContractClause<AccountSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test("the live services fulfill them on FakeBackend", arguments: clauses.withoutServerRules())
    private func fake(clause: ContractClause<AccountSubject>) async throws {
        try await clause.checkOnFakeBackend()
    }

    @Test("they reject a service with a fault", arguments: AccountMutant.allCases)
    private func mutant(mutant: AccountMutant) async throws {
        try await expectBreach(of: mutant.contract.filter { $0.serverRule == nil }) {
            let backend = try FakeBackend()
            return try await AccountSubject(on: backend) { stores in
                let process = try await AccountProcess(on: backend, stores: stores)
                return mutant.planted(in: process, with: stores.authSessions)
            }
        }
    }
}

extension AccountSubject: BackendSubject {
    init(on backend: any ContractBackend) async throws {
        try await self.init(on: backend) { stores in try await AccountProcess(on: backend, stores: stores) }
    }
}

extension AccountProcess {
    fileprivate init(on backend: any ContractBackend, stores: AccountStores) async throws {
        let services = try backend.services(stores: stores)
        self.init(
            client: services.client, sessions: services.sessions, auth: services.auth,
            users: { try services.open($0).users },
            uploads: { try services.open($0).uploads }, outbox: { try services.open($0).outbox })
    }
}

/// One fault in a service of accounts.
private enum AccountMutant: CaseIterable {
    case loginStoresNothing, restoreFindsNobody, refreshDoesNothing, endedAccountStays
    case logoutKeepsTheLogin, logoutKeepsTheAccount
    case deletingKeepsTheLogin, listingIsForEverybody
    case uploadingReportsNothing, uploadingTakesAnything

    var contract: [ContractClause<AccountSubject>] {
        switch self {
        case .deletingKeepsTheLogin, .listingIsForEverybody: UserServiceContract.clauses
        case .uploadingReportsNothing, .uploadingTakesAnything: UploadServiceContract.clauses
        default: AuthServiceContract.clauses
        }
    }

    func planted(in right: AccountProcess, with authSessions: any AuthSessionStore) -> AccountProcess {
        var faulty = right
        faulty.auth = auth(of: right, authSessions)
        faulty.users = { users(try await right.users($0), authSessions) }
        faulty.uploads = { uploads(try await right.uploads($0)) }
        return faulty
    }

    private func auth(of process: AccountProcess, _ authSessions: any AuthSessionStore) -> any AuthService {
        let right = process.auth
        /// Clears the stored session, without its service.
        @Sendable func forget(_ id: UserID) async {
            guard let stored = try? await authSessions.load(), stored.userID == id else { return }
            try? await authSessions.end(stored.id)
        }
        switch self {
        case .loginStoresNothing:
            return MockAuthService(
                over: right,
                login: .closure { credentials throws(AuthServiceError) in
                    let account = try await right.login(credentials)
                    await forget(account.id)
                    return account
                })
        case .restoreFindsNobody: return MockAuthService(over: right, restore: .value(nil))
        case .refreshDoesNothing: return MockAuthService(over: right, refresh: .success)
        case .endedAccountStays: return MockAuthService(over: right, removeEndedAccount: .value(false))
        case .logoutKeepsTheLogin, .logoutKeepsTheAccount:
            return MockAuthService(
                over: right,
                logout: .closure { account throws(AuthServiceError) in
                    process.sessions.end(account.id)
                    if self == .logoutKeepsTheAccount { await forget(account.id) }
                    return .everywhere
                })
        default: return right
        }
    }

    private func users(_ right: any UserService, _ authSessions: any AuthSessionStore) -> any UserService {
        switch self {
        case .deletingKeepsTheLogin:
            MockUserService(
                over: right,
                delete: .closure { id throws(UserServiceError) in
                    let stored = try? await authSessions.load()
                    try await right.delete(id: id)
                    if let stored { try? await authSessions.save(stored) }
                })
        case .listingIsForEverybody:
            MockUserService(
                over: right,
                users: .closure { page throws(UserServiceError) in
                    do throws(UserServiceError) {
                        return try await right.users(page: page)
                    } catch {
                        return Page(items: [], number: page.number, size: page.size, total: 0)
                    }
                })
        default: right
        }
    }

    private func uploads(_ right: any UploadService) -> any UploadService {
        MockUploadService(
            uploadAvatar: .closure { call throws(UploadServiceError) in
                do throws(UploadServiceError) {
                    return try await right.uploadAvatar(call.file, of: call.id) {
                        if self != .uploadingReportsNothing { call.progress($0) }
                    }
                } catch {
                    guard self == .uploadingTakesAnything, case .specific(.unsuitableFile) = error else { throw error }
                    return AvatarReceipt(
                        avatarURL: call.file, contentType: "image/png", size: 0, sha256: "",
                        uploadedAt: Timestamp(.distantPast))
                }
            })
    }
}

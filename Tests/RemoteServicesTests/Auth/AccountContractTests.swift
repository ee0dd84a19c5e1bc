import ContractSuites
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
        "the live services fulfil them on a real backend",
        .enabled(if: TestServer.isAvailable, TestServer.absence), arguments: clauses)
    private func live(clause: ContractClause<AccountSubject>) async throws {
        try await LiveServices.check(clause)
    }

    @Test("the live services fulfil them on FakeBackend", arguments: clauses.withoutServerRules())
    private func fake(clause: ContractClause<AccountSubject>) async throws {
        try await clause.checkOnFakeBackend()
    }

    @Test("they reject a service with a fault", arguments: AccountMutant.allCases)
    private func mutant(mutant: AccountMutant) async throws {
        try await expectBreach(of: mutant.contract.filter { $0.serverRule == nil }) {
            try AccountSubject(on: .fake()).mutated(mutant.plant)
        }
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
        case .loginStoresNothing, .restoreFindsNobody, .refreshDoesNothing, .endedAccountStays, .logoutKeepsTheLogin,
            .logoutKeepsTheAccount:
            AuthServiceContract.clauses
        case .deletingKeepsTheLogin, .listingIsForEverybody: UserServiceContract.clauses
        case .uploadingReportsNothing, .uploadingTakesAnything: UploadServiceContract.clauses
        }
    }

    func plant(in subject: inout AccountSubject) {
        let right = subject
        switch self {
        case .loginStoresNothing, .restoreFindsNobody, .refreshDoesNothing, .endedAccountStays, .logoutKeepsTheLogin,
            .logoutKeepsTheAccount:
            subject.auth = { auth(of: right) }
        case .deletingKeepsTheLogin, .listingIsForEverybody:
            subject.users = { users(of: right, right.users($0)) }
        case .uploadingReportsNothing, .uploadingTakesAnything:
            subject.uploads = { uploads(of: right, right.uploads($0)) }
        }
    }

    private func auth(of subject: AccountSubject) -> any AuthService {
        let right = subject.auth()
        switch self {
        case .loginStoresNothing:
            return MockAuthService(
                over: right,
                login: .closure { credentials throws(AuthServiceError) in
                    let account = try await right.login(credentials)
                    await subject.forget(account.id)
                    return account
                })
        case .restoreFindsNobody: return MockAuthService(over: right, restore: .value(nil))
        case .refreshDoesNothing: return MockAuthService(over: right, refresh: .success)
        case .endedAccountStays: return MockAuthService(over: right, removeEndedAccount: .value(false))
        default:
            return MockAuthService(
                over: right,
                logout: .closure { account throws(AuthServiceError) in
                    subject.sessions.end(account.id)
                    if self == .logoutKeepsTheAccount { await subject.forget(account.id) }
                    return .everywhere
                })
        }
    }

    private func users(of subject: AccountSubject, _ right: any UserService) -> any UserService {
        switch self {
        case .deletingKeepsTheLogin:
            MockUserService(
                over: right,
                delete: .closure { id throws(UserServiceError) in
                    let stored = try? await subject.authSessions.load()
                    try await right.delete(id: id)
                    if let stored { try? await subject.authSessions.save(stored) }
                })
        default:
            MockUserService(
                over: right,
                users: .closure { page throws(UserServiceError) in
                    do throws(UserServiceError) {
                        return try await right.users(page: page)
                    } catch {
                        return Page(items: [], number: page.number, size: page.size, total: 0)
                    }
                })
        }
    }

    private func uploads(of subject: AccountSubject, _ right: any UploadService) -> any UploadService {
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

extension AccountSubject {
    /// Clears the stored session, without its service.
    fileprivate func forget(_ id: UserID) async {
        _ = try? await authSessions.clear(server: server, userID: id, ifStill: nil)
    }
}

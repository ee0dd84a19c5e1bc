import ContractSuites
import Foundation
import Models
import Networking
import Persistence
import RemoteServices
import Services
import TestSupport

/// Services with one planted fault each, which the contracts must reject.
enum ServiceMutant: String, CaseIterable, Sendable {
    case loginKeepsNothing, logoutKeepsTheLogin, restoreFindsNobody, refreshDoesNothing
    case readingKeepsNoCopy, deletingKeepsTheLogin, listingIsForEverybody
    case uploadingReportsNothing, uploadingForgetsTheCopy, uploadingTakesAnything

    /// The services on FakeBackend, with this one fault.
    func subject() throws -> ServiceSubject {
        subject(on: try ServiceSubject.fakeBackend())
    }

    private func subject(on right: ServiceSubject) -> ServiceSubject {
        ServiceSubject(
            server: right.server, authSessions: right.authSessions, copies: right.copies, admin: right.admin,
            member: right.member,
            avatarLimit: right.avatarLimit, sessions: right.sessions,
            auth: { MutantAuthService(mutant: self, subject: right) },
            users: { MutantUserService(mutant: self, subject: right, base: right.users($0)) },
            uploads: { MutantUploadService(mutant: self, subject: right, base: right.uploads($0)) },
            otherProcess: { subject(on: right.otherProcess()) }, trouble: right.trouble)
    }
}

private struct MutantAuthService: AuthService {
    let mutant: ServiceMutant
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
        guard mutant == .logoutKeepsTheLogin else { return try await subject.auth().logout(account) }
        subject.sessions.end(account)
        return .everywhere
    }
}

private struct MutantUserService: UserService {
    let mutant: ServiceMutant
    let subject: ServiceSubject
    let base: any UserService

    func me() async throws(UserServiceError) -> User {
        let user = try await base.me()
        if mutant == .readingKeepsNoCopy {
            let account = AccountID(server: subject.server, userID: user.id)
            _ = await changing { () async throws(StoreError) in
                try await subject.copies.remove(id: user.id, of: account)
            }
        }
        return user
    }

    func user(id: UserID) async throws(UserServiceError) -> User { try await base.user(id: id) }

    func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        do throws(UserServiceError) {
            return try await base.users(page: page)
        } catch {
            guard mutant == .listingIsForEverybody else { throw error }
            return Page(items: [], number: page.number, size: page.size, total: 0)
        }
    }

    func replaceProfile(of id: UserID, with profile: Profile) async throws(UserServiceError) -> User {
        try await base.replaceProfile(of: id, with: profile)
    }

    func updateProfile(of id: UserID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await base.updateProfile(of: id, with: patch)
    }

    func delete(id: UserID) async throws(UserServiceError) {
        let stored = await changing { () async throws(StoreError) in try await subject.authSessions.load() } ?? nil
        try await base.delete(id: id)
        if mutant == .deletingKeepsTheLogin, let stored {
            _ = await changing { () async throws(StoreError) in try await subject.authSessions.save(stored) }
        }
    }
}

private struct MutantUploadService: UploadService {
    let mutant: ServiceMutant
    let subject: ServiceSubject
    let base: any UploadService

    func uploadAvatar(
        _ file: URL, of id: UserID, progress: @escaping @Sendable (UploadProgress) -> Void
    ) async throws(UploadServiceError) -> AvatarReceipt {
        do throws(UploadServiceError) {
            let isSilent = mutant == .uploadingReportsNothing
            let receipt = try await base.uploadAvatar(file, of: id) { if !isSilent { progress($0) } }
            if mutant == .uploadingForgetsTheCopy {
                let account = AccountID(server: subject.server, userID: id)
                _ = await changing { () async throws(StoreError) in
                    try await subject.copies.remove(id: id, of: account)
                }
            }
            return receipt
        } catch {
            guard mutant == .uploadingTakesAnything, case .unsuitableFile = error else { throw error }
            return AvatarReceipt(
                avatarURL: file, contentType: "image/png", size: 0, sha256: "", uploadedAt: Timestamp(.distantPast))
        }
    }
}

/// Changes a store without its service.
private func changing<Value>(_ work: () async throws(StoreError) -> Value) async -> Value? {
    do throws(StoreError) {
        return try await work()
    } catch {
        return nil
    }
}

import ContractSuites
import Foundation
import Models
import Networking
import Persistence
import Services
import TestSupport

/// Services that are wrong on purpose, each in one way, so that it is seen that the contracts find it.
enum ServiceMutant: String, CaseIterable, Sendable {
    case loginKeepsNothing, logoutKeepsTheSignIn, restoreFindsNobody, refreshDoesNothing
    case readingKeepsNoCopy, deletingKeepsTheSignIn, listingIsForEverybody
    case uploadingReportsNothing, uploadingForgetsTheCopy, uploadingTakesAnything

    /// The fakes, with this one thing wrong.
    func subject() throws -> ServiceSubject {
        let (fake, mutant) = (try ServiceSubject.fake(), self)
        return ServiceSubject(
            server: fake.server, signIns: fake.signIns, copies: fake.copies, admin: fake.admin, member: fake.member,
            avatarLimit: fake.avatarLimit,
            auth: { MutantAuthService(mutant: mutant, subject: fake) },
            users: { MutantUserService(mutant: mutant, subject: fake, base: fake.users($0)) },
            uploads: { MutantUploadService(mutant: mutant, subject: fake, base: fake.uploads($0)) },
            trouble: fake.trouble)
    }
}

private struct MutantAuthService: AuthService {
    let mutant: ServiceMutant
    let subject: ServiceSubject

    func login(_ credentials: Credentials) async throws(ServiceError) -> Account {
        let account = try await subject.auth().login(credentials)
        if mutant == .loginKeepsNothing {
            try await changing { () async throws(StoreError) in
                _ = try await subject.signIns.clear(server: subject.server, userID: account.userID, ifStill: nil)
            }
        }
        return account
    }

    func restore() async throws(ServiceError) -> Account? {
        mutant == .restoreFindsNobody ? nil : try await subject.auth().restore()
    }

    func refresh(_ account: Account) async throws(ServiceError) {
        if mutant != .refreshDoesNothing { try await subject.auth().refresh(account) }
    }

    func logout(_ account: Account) async throws(ServiceError) -> Logout {
        guard mutant == .logoutKeepsTheSignIn else { return try await subject.auth().logout(account) }
        account.member.authority.end()
        return .everywhere
    }
}

private struct MutantUserService: UserService {
    let mutant: ServiceMutant
    let subject: ServiceSubject
    let base: any UserService

    func me() async throws(ServiceError) -> User {
        let user = try await base.me()
        if mutant == .readingKeepsNoCopy {
            let account = AccountID(server: subject.server, userID: user.id)
            try await changing { () async throws(StoreError) in
                try await subject.copies.remove(id: user.id, of: account)
            }
        }
        return user
    }

    func user(id: User.ID) async throws(ServiceError) -> User { try await base.user(id: id) }

    func users(page: PageRequest) async throws(ServiceError) -> Page<User> {
        do throws(ServiceError) {
            return try await base.users(page: page)
        } catch {
            guard mutant == .listingIsForEverybody else { throw error }
            return Page(items: [], number: page.number, size: page.size, total: 0)
        }
    }

    func replaceProfile(of id: User.ID, with profile: Profile) async throws(ServiceError) -> User {
        try await base.replaceProfile(of: id, with: profile)
    }

    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(ServiceError) -> User {
        try await base.updateProfile(of: id, with: patch)
    }

    func delete(id: User.ID) async throws(ServiceError) {
        let kept = try await changing { () async throws(StoreError) in try await subject.signIns.load() }
        try await base.delete(id: id)
        if mutant == .deletingKeepsTheSignIn, let kept {
            try await changing { () async throws(StoreError) in try await subject.signIns.save(kept) }
        }
    }
}

private struct MutantUploadService: UploadService {
    let mutant: ServiceMutant
    let subject: ServiceSubject
    let base: any UploadService

    func uploadAvatar(
        _ file: URL, of id: User.ID, progress: @escaping @Sendable (TransferProgress) -> Void
    ) async throws(ServiceError) -> AvatarReceipt {
        do throws(ServiceError) {
            let isSilent = mutant == .uploadingReportsNothing
            let receipt = try await base.uploadAvatar(file, of: id) { if !isSilent { progress($0) } }
            if mutant == .uploadingForgetsTheCopy {
                let account = AccountID(server: subject.server, userID: id)
                try await changing { () async throws(StoreError) in
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

private func changing<Value>(_ work: () async throws(StoreError) -> Value) async throws(ServiceError) -> Value {
    do throws(StoreError) {
        return try await work()
    } catch {
        throw ServiceError(error)
    }
}

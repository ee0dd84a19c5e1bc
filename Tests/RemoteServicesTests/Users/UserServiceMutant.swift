import ContractSuites
import Models
import Networking
import Persistence
import RemoteServices
import Services
import TestSupport

/// A user service with one planted fault, which the contract must reject.
enum UserServiceMutant: String, CaseIterable, Sendable {
    case readingKeepsNoCopy, deletingKeepsTheLogin, listingIsForEverybody

    /// The services on FakeBackend, with this one fault.
    func subject() throws -> ServiceSubject {
        try ServiceSubject.fakeBackend().changingEachProcess { subject in
            let right = subject
            subject.users = { MutantUserService(mutant: self, subject: right, base: right.users($0)) }
        }
    }
}

private struct MutantUserService: UserService {
    let mutant: UserServiceMutant
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

    func user(id: User.ID) async throws(UserServiceError) -> User { try await base.user(id: id) }

    func users(page: PageRequest) async throws(UserServiceError) -> Page<User> {
        do throws(UserServiceError) {
            return try await base.users(page: page)
        } catch {
            guard mutant == .listingIsForEverybody else { throw error }
            return Page(items: [], number: page.number, size: page.size, total: 0)
        }
    }

    func replaceProfile(of id: User.ID, with profile: Profile) async throws(UserServiceError) -> User {
        try await base.replaceProfile(of: id, with: profile)
    }

    func updateProfile(of id: User.ID, with patch: ProfilePatch) async throws(UserServiceError) -> User {
        try await base.updateProfile(of: id, with: patch)
    }

    func delete(id: User.ID) async throws(UserServiceError) {
        let stored = await changing { () async throws(StoreError) in try await subject.authSessions.load() } ?? nil
        try await base.delete(id: id)
        if mutant == .deletingKeepsTheLogin, let stored {
            _ = await changing { () async throws(StoreError) in try await subject.authSessions.save(stored) }
        }
    }
}

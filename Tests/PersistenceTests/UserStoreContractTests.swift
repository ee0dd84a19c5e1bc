import Foundation
import Models
import Persistence
import TestSupport
import Testing

/// That the contract fails where a store is wrong: a suite that passes for everything proves nothing.
@Suite("UserStoreContract") struct UserStoreContractTests {
    /// A store that is right but for one thing.
    private struct FaultyUserStore: UserStore {
        enum Fault: CaseIterable, Sendable {
            case ordersByUnicode, ordersByNameOnly, keepsFirstCopy, mergesCopies, foldsCase, dropsAbout, cutsSeconds
            case savesOneByOne, ignoresCancellation, forgetsNobody, forgetsToForgetAll, inventsUsers
        }

        let fault: Fault
        let base = InMemoryUserStore()

        func user(id: User.ID) async throws(StoreError) -> User? {
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in try? await base.user(id: id) }.value
            }
            if fault == .inventsUsers { return try? .fixture(id: id.text) }
            return try await base.user(id: folded(id)).map(changed)
        }

        func users() async throws(StoreError) -> [User] {
            let users = try await base.users().map(changed)
            switch fault {
            case .ordersByUnicode: return users.sorted { $0.name.text < $1.name.text }
            case .ordersByNameOnly: return users.sorted { ($0.name.text, $1.id.text) < ($1.name.text, $0.id.text) }
            default: return users
            }
        }

        func save(_ users: [User]) async throws(StoreError) {
            var batch: [User] = []
            for user in users {
                var user = changed(user)
                let old = try await base.user(id: folded(user.id))
                if fault == .keepsFirstCopy, old != nil { continue }
                if fault == .mergesCopies { user.about = user.about ?? old?.about }
                if fault == .savesOneByOne {
                    try await base.save([user])
                    await Task.yield()
                }
                batch.append(user)
            }
            if fault == .ignoresCancellation {
                return await Task.detached { [base, batch] in _ = try? await base.save(batch) }.value
            }
            try await base.save(batch)
        }

        func remove(id: User.ID) async throws(StoreError) {
            if fault != .forgetsNobody { try await base.remove(id: folded(id)) }
        }

        func removeAll() async throws(StoreError) {
            if fault != .forgetsToForgetAll { try await base.removeAll() }
        }

        private func folded(_ id: User.ID) -> User.ID {
            fault == .foldsCase ? (try? User.ID(id.text.lowercased())) ?? id : id
        }

        private func changed(_ user: User) -> User {
            var user = user
            if fault == .foldsCase {
                user = User(
                    id: folded(user.id), name: user.name, email: user.email, role: user.role, about: user.about,
                    avatarURL: user.avatarURL, createdAt: user.createdAt, updatedAt: user.updatedAt)
            }
            if fault == .dropsAbout { user.about = nil }
            if fault == .cutsSeconds {
                user.createdAt = user.createdAt.map { .init(timeIntervalSince1970: $0.timeIntervalSince1970.rounded()) }
            }
            return user
        }
    }

    @Test("a store with one fault breaks at least one clause", arguments: FaultyUserStore.Fault.allCases)
    private func notices(fault: FaultyUserStore.Fault) async throws {
        try await expectBreach(of: UserStoreContract.clauses) { FaultyUserStore(fault: fault) }
    }
}

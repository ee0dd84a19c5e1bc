import ContractSuites
import Foundation
import Models
import Persistence
import Synchronization
import TestSupport
import Testing

/// Shows that the contract rejects faulty stores. A suite that every store passes proves nothing.
@Suite("UserStoreContract") struct UserStoreContractTests {
    /// A store with one fault.
    private final class FaultyUserStore: UserStore {
        enum Fault: CaseIterable, Sendable {
            case ordersByUnicode, ordersByNameOnly, keepsFirstCopy, mergesCopies, foldsCase, dropsAbout, cutsSeconds
            case savesOneByOne, ignoresCancellation, forgetsNobody, inventsUsers
            case readsAnyAccount, savesForAnyAccount, removesFromAnyAccount, outlivesTheLogin
            case emptiesNothing, emptiesAnyAccount
        }

        let fault: Fault
        let base: AccountStores
        /// The copies that a faulty store does not remove with their login.
        let leftovers = Mutex<[AccountID: [User]]>([:])

        init(fault: Fault, base: AccountStores) {
            self.fault = fault
            self.base = base
        }

        func user(id: User.ID, of account: AccountID) async throws(StoreError) -> User? {
            if fault == .ignoresCancellation {
                return await Task.detached { [base] in try? await base.users.user(id: id, of: account) }.value
            }
            if fault == .inventsUsers { return try? .fixture(id: id.text) }
            let account = fault == .readsAnyAccount ? try await owner(account) : account
            return try await base.users.user(id: folded(id), of: account).map(changed)
        }

        func users(of account: AccountID) async throws(StoreError) -> [User] {
            let account = fault == .readsAnyAccount ? try await owner(account) : account
            let users = try await base.users.users(of: account).map(changed)
            switch fault {
            case .ordersByUnicode: return users.sorted { $0.name.text < $1.name.text }
            case .ordersByNameOnly: return users.sorted { ($0.name.text, $1.id.text) < ($1.name.text, $0.id.text) }
            default: return users.isEmpty ? leftovers.withLock { $0[account] ?? [] } : users
            }
        }

        func save(_ users: [User], of account: AccountID) async throws(StoreError) {
            let account = fault == .savesForAnyAccount ? try await owner(account) : account
            var batch: [User] = []
            for user in users {
                var user = changed(user)
                let old = try await base.users.user(id: folded(user.id), of: account)
                if fault == .keepsFirstCopy, old != nil { continue }
                if fault == .mergesCopies { user.about = user.about ?? old?.about }
                if fault == .savesOneByOne {
                    try await base.users.save([user], of: account)
                    await Task.yield()
                }
                batch.append(user)
            }
            if fault == .ignoresCancellation {
                return await Task.detached { [base, batch] in
                    _ = try? await base.users.save(batch, of: account)
                }.value
            }
            try await base.users.save(batch, of: account)
            if fault == .outlivesTheLogin { leftovers.withLock { $0[account] = batch } }
        }

        func remove(id: User.ID, of account: AccountID) async throws(StoreError) {
            let account = fault == .removesFromAnyAccount ? try await owner(account) : account
            if fault != .forgetsNobody { try await base.users.remove(id: folded(id), of: account) }
        }

        func removeAll(of account: AccountID) async throws(StoreError) {
            let account = fault == .emptiesAnyAccount ? try await owner(account) : account
            if fault != .emptiesNothing { try await base.users.removeAll(of: account) }
        }

        /// The account that is logged in, for every caller.
        private func owner(_ account: AccountID) async throws(StoreError) -> AccountID {
            try await base.authSessions.load()?.account ?? account
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
        try await expectBreach(of: UserStoreContract.clauses) {
            let base = AccountStores.inMemory()
            return AccountStores(
                authSessions: base.authSessions, pages: base.pages, users: FaultyUserStore(fault: fault, base: base))
        }
    }
}

import GRDB

/// Puts the demo people into a database that has never had any.
struct Seeds: Sendable {
    let database: DatabasePool
    let passwords: PasswordHasher

    /// Sows once: whoever was changed or deleted since stays so, also after a restart.
    func sow() async throws {
        guard try await database.read({ try UserRecord.fetchCount($0) == 0 }) else { return }
        var people = SeedPeople.all
        let hashes = try await hashes()
        for index in people.indices { people[index].passwordHash = hashes[people[index].email]?.text }
        let complete = people
        try await database.write { db in
            // Another process on the same folder may have been quicker.
            for person in complete { try person.insert(db, onConflict: .ignore) }
        }
    }

    /// The accounts' passwords by email, derived side by side: nothing else takes time when a server starts.
    private func hashes() async throws -> [String: PasswordHash] {
        try await withThrowingTaskGroup(of: (String, PasswordHash).self) { group in
            for account in DemoAccounts.all {
                group.addTask { (account.email, try await passwords.hash(account.password)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

import GRDB

/// Fills empty tables with demo data.
struct Seeds: Sendable {
    let database: DatabasePool
    let passwords: PasswordHasher

    /// Inserts the rows of each table that is empty. Later changes and deletions survive a restart.
    func insert() async throws {
        try await insertUsers()
        try await insertProducts()  // feature: Products
        try await insertReviews()  // feature: Reviews
        try await database.write { try SeedTimeEntries.insert($0) }  // feature: TimeEntries
    }

    private func insertUsers() async throws {
        guard try await database.read({ try UserRecord.fetchCount($0) == 0 }) else { return }
        var users = SeedUsers.all
        let hashes = try await hashes()
        for index in users.indices { users[index].passwordHash = hashes[users[index].email]?.text }
        let complete = users
        try await database.write { db in
            // Another process may have filled the table in the meantime.
            for user in complete { try user.insert(db, onConflict: .ignore) }
        }
    }

    /// The demo accounts' passwords by email, hashed concurrently because each takes a large part of a second.
    private func hashes() async throws -> [String: PasswordHash] {
        try await withThrowingTaskGroup(of: (String, PasswordHash).self) { group in
            for account in DemoAccounts.all {
                group.addTask { (account.email, try await passwords.hash(account.password)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

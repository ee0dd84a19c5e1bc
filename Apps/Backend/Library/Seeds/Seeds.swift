import GRDB

/// Puts the demo people into a database that has never had any.
struct Seeds: Sendable {
    let database: DatabasePool
    let passwords: PasswordHasher

    /// Sows once: whoever was changed or deleted since stays so, also after a restart.
    func sow() async throws {
        guard try await database.read({ try UserRecord.fetchCount($0) == 0 }) else { return }
        var people = SeedPeople.all
        for account in DemoAccounts.all {
            guard let index = people.firstIndex(where: { $0.email == account.email }) else { continue }
            people[index].passwordHash = try await passwords.hash(account.password).text
        }
        let complete = people
        try await database.write { db in
            // Another process on the same folder may have been quicker.
            for person in complete { try person.insert(db, onConflict: .ignore) }
        }
    }
}

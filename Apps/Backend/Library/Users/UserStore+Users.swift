import GRDB

extension UserStore {
    /// One page, oldest users first, and the number of all users, from one transaction.
    func page(_ page: PageQuery) async throws -> (users: [UserRecord], total: Int) {
        try await database.read { db in
            let users = try UserRecord.fetchAll(
                db, sql: UserRecord.selection + " ORDER BY users.created_at, users.id LIMIT ? OFFSET ?",
                arguments: [page.size, page.offset])
            return (users, try UserRecord.fetchCount(db))
        }
    }

    /// Adds a user.
    /// - Throws: ``Problem/emailTaken`` if another user has the email.
    func insert(_ user: UserRecord) async throws {
        do {
            try await database.write { try user.insert($0) }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw Problem.emailTaken
        }
    }

    /// Applies the changes; `nil` if there is no such user. If nothing changes, `updated_at` stays the same.
    /// - Parameter check: runs in the transaction of the update, and throws to prevent it.
    /// - Throws: ``Problem/emailTaken`` if another user has the email.
    func update(
        id: String, _ changes: UserChanges, if check: @escaping @Sendable (UserRecord) throws -> Void
    ) async throws -> UserRecord? {
        let moment = Timestamp(now())
        do {
            return try await database.write { db in
                guard let before = try UserRecord.find(id: id, db) else { return nil }
                try check(before)
                var after = changes.applied(to: before)
                guard after != before else { return before }
                after.updatedAt = moment
                try after.update(db)
                return after
            }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            throw Problem.emailTaken
        }
    }

    /// Deletes a user with their sessions and avatar; `false` if there is no such user.
    /// - Parameter check: runs in the transaction of the deletion, and throws to prevent it.
    func delete(id: String, if check: @escaping @Sendable (UserRecord) throws -> Void) async throws -> Bool {
        try await database.write { db in
            guard let user = try UserRecord.find(id: id, db) else { return false }
            try check(user)
            return try UserRecord.deleteOne(db, key: id)
        }
    }
}

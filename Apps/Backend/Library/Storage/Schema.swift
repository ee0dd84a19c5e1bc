import GRDB

/// The migrations, oldest first. Never change a released migration; add another one.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("users", migrate: UserRecord.createTable)
        migrator.registerMigration("sessions", migrate: SessionStore.createTables)
        migrator.registerMigration("avatars", migrate: AvatarRecord.createTable)  // feature: Uploads
        migrator.registerMigration("answers", migrate: IdempotencyStore.createAnswers)
        migrator.registerMigration("stored_responses", migrate: IdempotencyStore.createStoredResponses)
        migrator.registerMigration("feedback", migrate: FeedbackRecord.createTable)  // feature: Feedback
        migrator.registerMigration("products", migrate: ProductRecord.createTable)  // feature: Products
        migrator.registerMigration("reviews", migrate: ReviewRecord.createTable)  // feature: Reviews
        migrator.registerMigration("time_entries", migrate: TimeEntryRecord.createTable)  // feature: TimeEntries
        return migrator
    }
}

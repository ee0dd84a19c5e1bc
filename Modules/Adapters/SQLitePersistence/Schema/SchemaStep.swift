import GRDB

/// One migration of the schema.
struct SchemaStep: Sendable {
    /// Recorded in the database when the step was taken.
    let name: String
    let change: @Sendable (Database) throws -> Void
}

import GRDB

/// One change of the tables.
struct SchemaStep: Sendable {
    /// Kept in the database as the sign that the step was taken.
    let name: String
    let change: @Sendable (Database) throws -> Void
}

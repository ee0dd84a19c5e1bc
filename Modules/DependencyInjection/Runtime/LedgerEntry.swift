/// A value that was made and is to be shut down.
struct LedgerEntry: Sendable {
    let node: Graph.Node
    let shutDown: @Sendable () async throws -> Void
}

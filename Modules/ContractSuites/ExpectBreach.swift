public import Testing

/// Expects that a contract rejects a mutant, which is an implementation with a deliberate fault. A contract that
/// everything passes proves nothing, so the tests of each contract show which faults it detects.
///
/// Checks the clauses in order until one fails. The issues of that clause are not reported.
///
/// - Parameters:
///   - clauses: the contract, or the part that must detect the fault.
///   - makeMutant: creates a new mutant for each clause.
///   - sourceLocation: where a failure is recorded if no clause detects the fault.
public func expectBreach<Subject>(
    of clauses: some Sequence<ContractClause<Subject>>, by makeMutant: () throws -> Subject,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for clause in clauses {
        let mutant = try makeMutant()
        guard try await recordedIssues({ try await clause.check(mutant) }).isEmpty else { return }
    }
    Issue.record("No clause detects the mutant.", sourceLocation: sourceLocation)
}

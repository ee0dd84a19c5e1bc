public import Testing

/// Expects that a contract notices a mutant: a subject that is wrong on purpose. A contract that passes for everything
/// proves nothing, so each contract shows in its tests what it catches.
///
/// Clauses are checked in order until one fails. Its issues are not reported.
///
/// - Parameters:
///   - clauses: the contract, or the part that is to notice.
///   - makeMutant: gives each clause a new mutant.
///   - sourceLocation: where the failure is recorded if no clause notices.
public func expectBreach<Subject>(
    of clauses: some Sequence<ContractClause<Subject>>, by makeMutant: () throws -> Subject,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for clause in clauses {
        let mutant = try makeMutant()
        guard try await recordedIssues({ try await clause.check(mutant) }).isEmpty else { return }
    }
    Issue.record("No clause notices the mutant.", sourceLocation: sourceLocation)
}

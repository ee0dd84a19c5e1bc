import Synchronization
public import Testing

/// Expects that a contract notices a mutant: a subject that is wrong on purpose. A contract that passes for everything
/// proves nothing, so each contract shows in its tests what it catches.
///
/// Clauses are checked in order until one fails; its issues are recorded as known.
///
/// - Parameters:
///   - clauses: the contract, or the part that is to notice.
///   - makeMutant: gives each clause a new mutant.
///   - sourceLocation: where the failure is recorded if no clause notices.
public func expectBreach<Subject>(
    of clauses: some Sequence<ContractClause<Subject>>, by makeMutant: () throws -> Subject,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let isNoticed = Mutex(false)
    for clause in clauses where !isNoticed.withLock({ $0 }) {
        let mutant = try makeMutant()
        try await withKnownIssue("A mutant is wrong on purpose.", isIntermittent: true, sourceLocation: sourceLocation)
        {
            try await clause.check(mutant)
        } matching: { _ in
            isNoticed.withLock { $0 = true }
            return true
        }
    }
    #expect(isNoticed.withLock { $0 }, "No clause notices the mutant.", sourceLocation: sourceLocation)
}

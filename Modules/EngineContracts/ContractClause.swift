import Synchronization
public import Testing

/// One promise of a port: a sentence, and a check that every implementation of the port must pass.
///
/// A contract is an `enum` named after its port (`CredentialStorageContract` for `CredentialStorage`) with one static list,
/// `clauses`. Each clause is a sentence and its check, which receives a new, empty subject:
///
/// ```swift
/// public enum CredentialStorageContract {
///     public static var clauses: [ContractClause<any CredentialStorage>] {
///         [
///             ContractClause("a new storage has no credential") { storage in
///                 let credential = try await storage.load()
///                 #expect(credential == nil)
///             }
///         ]
///     }
/// }
/// ```
///
/// (The compiler infers a closure as non-throwing if its only `try` is inside a macro, hence the `let`.)
///
/// Each implementation, including the doubles, uses the whole list as a test's arguments. Every clause is then a test
/// case named by its sentence, and none can be forgotten:
///
/// ```swift
/// @Test("InMemoryCredentialStorage fulfills the contract", arguments: CredentialStorageContract.clauses)
/// func contract(clause: ContractClause<any CredentialStorage>) async throws {
///     try await clause.check(InMemoryCredentialStorage())
/// }
/// ```
///
/// If a check needs more than the implementation (a server, or a way to advance time), `Subject` is a struct with both.
/// Mutants show that the contract can fail; see ``expectBreach(of:by:sourceLocation:)``.
///
/// A clause of a service names the rule of a real server that it needs, if there is one. A double without such rules
/// leaves out these clauses.
public struct ContractClause<Subject: Sendable>: Sendable {
    /// The promise as a sentence.
    public let promise: String
    /// The rule of a real server that the check relies on; `nil` if a double can keep the promise too.
    public let serverRule: String?
    private let body: @Sendable (Subject) async throws -> Void

    /// Creates a clause of a contract.
    ///
    /// - Parameters:
    ///   - rule: the rule of a real server that the check relies on.
    ///   - check: records issues with `#expect`, or throws, if `Subject` breaks the promise.
    public init(
        _ promise: String, needs rule: String? = nil, check: @escaping @Sendable (Subject) async throws -> Void
    ) {
        self.promise = promise
        serverRule = rule
        body = check
    }

    /// Checks whether `subject` keeps the promise.
    public func check(_ subject: Subject) async throws {
        try await body(subject)
    }
}

extension ContractClause: CustomTestStringConvertible {
    public var testDescription: String { promise }
}

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
    of clauses: some Sequence<ContractClause<Subject>>, by makeMutant: () async throws -> Subject,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for clause in clauses {
        let mutant = try await makeMutant()
        guard try await recordedIssues({ try await clause.check(mutant) }).isEmpty else { return }
    }
    Issue.record("No clause detects the mutant.", sourceLocation: sourceLocation)
}

/// Runs `body` and returns the issues that it records, including one for an error that it throws. The issues neither
/// fail the test nor appear in its output.
///
/// Call it only in a test.
public func recordedIssues(_ body: @Sendable () async throws -> Void) async throws -> [Issue] {
    struct NotInATest: Error {}
    guard let test = Test.current else { throw NotInATest() }
    let issues = Mutex<[Issue]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
        // An issue of a detached task belongs to no test, so every running test receives it.
        guard Test.current != nil else { return issue }
        issues.withLock { $0.append(issue) }
        return nil
    }
    try await collector.provideScope(for: test, testCase: Test.Case.current) {
        do { try await body() } catch { Issue.record(error) }
    }
    return issues.withLock { $0 }
}

public import Testing

/// One promise of a port: a sentence, and a check that every implementation of the port must pass.
///
/// A contract is an `enum` named after its port (`AuthSessionStoreContract` for `AuthSessionStore`) with one static list,
/// `clauses`. Each clause is a sentence and its check, which receives a new, empty subject:
///
/// ```swift
/// public enum AuthSessionStoreContract {
///     public static var clauses: [ContractClause<any AuthSessionStore>] {
///         [
///             ContractClause("a new store has no session") { store in
///                 let session = try await store.load()
///                 #expect(session == nil)
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
/// @Test("InMemoryAuthSessionStore fulfils the contract", arguments: AuthSessionStoreContract.clauses)
/// func contract(clause: ContractClause<any AuthSessionStore>) async throws {
///     try await clause.check(InMemoryAuthSessionStore())
/// }
/// ```
///
/// If a check needs more than the implementation (a server, or a way to advance time), `Subject` is a struct with both.
/// Mutants show that the contract can fail; see ``expectBreach(of:by:sourceLocation:)``.
public struct ContractClause<Subject: Sendable>: Sendable {
    /// The promise as a sentence.
    public let promise: String
    private let body: @Sendable (Subject) async throws -> Void

    /// Creates a clause of a contract.
    ///
    /// - Parameter check: records issues with `#expect`, or throws, if `Subject` breaks the promise.
    public init(_ promise: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        self.promise = promise
        self.body = check
    }

    /// Checks whether `subject` keeps the promise.
    public func check(_ subject: Subject) async throws {
        try await body(subject)
    }
}

extension ContractClause: CustomTestStringConvertible {
    public var testDescription: String { promise }
}

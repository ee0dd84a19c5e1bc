public import Testing

/// One promise of a port, in words and as a check that every implementation of the port has to pass.
///
/// A contract is an `enum` named after its port (`UserStoreContract` for `UserStore`) with one static list, `clauses`.
/// Each clause is a sentence and the check of it, which gets a new, empty subject:
///
/// ```swift
/// public enum UserStoreContract {
///     public static var clauses: [ContractClause<any UserStore>] {
///         [
///             ContractClause("a user that was never saved is nil") { store in
///                 let nobody = try await store.user(id: .fixture("nobody"))
///                 #expect(nobody == nil)
///             }
///         ]
///     }
/// }
/// ```
///
/// (A closure in which `try` stands within macros only is taken for one that doesn't throw; hence the `let`.)
///
/// Each implementation, the doubles among them, takes the whole list as a test's arguments, so that every clause is a
/// test case of its own, named by its sentence, and none can be forgotten:
///
/// ```swift
/// @Test("InMemoryUserStore keeps the contract", arguments: UserStoreContract.clauses)
/// func contract(clause: ContractClause<any UserStore>) async throws {
///     try await clause.check(InMemoryUserStore())
/// }
/// ```
///
/// Where a check needs more than the implementation (a server to talk to, a way to let time pass), `Subject` is a small
/// struct that holds both. That the contract can fail is shown by mutants; see ``expectBreach(of:by:sourceLocation:)``.
public struct ContractClause<Subject: Sendable>: Sendable {
    /// The promise, as a sentence.
    public let promise: String
    private let body: @Sendable (Subject) async throws -> Void

    /// A clause of a contract.
    ///
    /// - Parameter check: records issues by `#expect`, or throws, where `Subject` breaks the promise.
    public init(_ promise: String, check: @escaping @Sendable (Subject) async throws -> Void) {
        self.promise = promise
        self.body = check
    }

    /// Holds `subject` to the promise.
    public func check(_ subject: Subject) async throws {
        try await body(subject)
    }
}

extension ContractClause: CustomTestStringConvertible {
    public var testDescription: String { promise }
}

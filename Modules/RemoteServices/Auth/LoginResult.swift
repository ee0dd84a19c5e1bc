public import Models
public import Persistence
public import Primitives

/// The result of a login at a backend.
public struct LoginResult: Sendable {
    public let credential: BearerCredential
    public let userID: UserID
    public let role: Role
    let storeCopies: @Sendable (AccountID) async throws(StoreError) -> Void

    /// Creates a result from its parts.
    ///
    /// - Parameters:
    ///   - credential: without a refresh token, the session ends when the server refuses the access token.
    ///   - role: the default is the weakest role, for a backend that reports none.
    public init(credential: BearerCredential, userID: UserID, role: Role = .member) {
        self.init(credential: credential, userID: userID, role: role) { _ in }
    }

    private init(
        credential: BearerCredential, userID: UserID, role: Role,
        storeCopies: @escaping @Sendable (AccountID) async throws(StoreError) -> Void
    ) {
        self.credential = credential
        self.userID = userID
        self.role = role
        self.storeCopies = storeCopies
    }

    /// Returns the same result, which also stores a first local copy of data in the response.
    ///
    /// - Parameter store: runs once the session is stored. If it fails, the login succeeds all the same, and the
    ///   monitor receives the reason.
    public func storing(_ store: @escaping @Sendable (AccountID) async throws(StoreError) -> Void) -> LoginResult {
        LoginResult(credential: credential, userID: userID, role: role) {
            [storeCopies] account async throws(StoreError) in
            try await storeCopies(account)
            try await store(account)
        }
    }
}

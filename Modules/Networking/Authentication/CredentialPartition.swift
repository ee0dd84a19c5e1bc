/// The user or client that a cached response belongs to: a response cache never serves it to another partition.
///
/// A partition identifies the caller as the server sees it, so a refreshed token has the same partition as the old one.
/// It is not secret: never put a token or a password into it.
public enum CredentialPartition: Sendable, Hashable, Codable {
    /// Calls without a user: anonymous calls, or calls with one fixed key or password. Two clients that the server
    /// treats differently need two names.
    case client(String)
    /// One user's calls, by an id that is never reassigned to another user.
    case user(String)
}

/// Whose answers a response cache may give to whom: what came for one partition is never shown to another.
///
/// A partition stands for whoever the server takes the caller for, so it outlives the credential: a renewed token has
/// the partition of the one before. It names a person or a client and is no secret; a token or a password has no place
/// in it.
public enum CredentialPartition: Sendable, Hashable, Codable {
    /// A client's calls without a user: anonymous ones, or those that one fixed key or password signs. Two clients that
    /// the server tells apart need two names.
    case client(String)
    /// One user's calls, by the id that never passes on to another person.
    case user(String)
}

public import Models
public import Networking
public import Persistence

/// Why a service could not do what it was asked, in words that a screen can act on.
public enum ServiceError: Error, Sendable {
    /// The caller gave up. Nothing to show.
    case cancelled
    /// The address or the password is wrong; the server does not say which.
    case wrongCredentials
    /// Nobody is signed in, or no longer.
    case signedOut
    /// The account may not do this. `evidence` is absent where this app knew without asking.
    case forbidden(evidence: NetworkError?)
    case notFound(evidence: NetworkError)
    /// These fields are wrong, as the server or a value's own rules found.
    case invalid([InvalidValue])
    /// The file can't be what it should be; `reason` is one sentence for people.
    case unsuitableFile(reason: String)
    /// What the server keeps is not what was sent; `reason` is one sentence for people.
    case damagedUpload(reason: String)
    /// Every other failure of a call.
    case network(NetworkError)
    /// This machine could not keep or find what it should.
    case storage(StoreError)
}

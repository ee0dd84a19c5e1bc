import Models
public import Networking
import Persistence

extension ServiceError {
    /// One sentence for people: what happened and what they can do.
    public var explanation: String {
        switch self {
        case .cancelled: "The operation was cancelled."
        case .wrongCredentials: "The email address or the password is wrong."
        case .signedOut: "You are not signed in. Sign in first."
        case .forbidden: "Your account is not allowed to do this."
        case .notFound: "Not found, or you don't have access."
        case .invalid(let values): values.map(\.description).joined(separator: " ")
        case .unsuitableFile(let reason), .damagedUpload(let reason): reason
        case .network(let error): error.explanation
        case .storage(let error): error.explanation
        }
    }

    /// What the call left behind, where a call was made.
    public var evidence: NetworkError? {
        switch self {
        case .forbidden(let evidence): evidence
        case .notFound(let evidence), .network(let evidence): evidence
        case .cancelled, .wrongCredentials, .signedOut, .invalid, .unsuitableFile, .damagedUpload, .storage: nil
        }
    }
}

public import Networking
public import Services

extension UploadServiceError {
    /// Maps the error of a call to the error of an `UploadService`.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .forbidden(let failure): self = .forbidden(failure)
        case .notFound(let failure): self = .notFound(failure)
        case .invalid(_, let failure), .other(let failure): self = .failed(failure)
        }
    }
}

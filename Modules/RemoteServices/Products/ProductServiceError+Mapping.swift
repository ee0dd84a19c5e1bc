public import Networking
public import Services

extension ProductServiceError {
    /// Maps the error of a call to the error of a ``ProductService``.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure): self = .forbidden(failure)
        case .notFound(let failure): self = .notFound(failure)
        case .other(let failure): self = .failed(failure)
        }
    }
}

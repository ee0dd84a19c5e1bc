public import Networking
public import Services

extension TimeEntryServiceError {
    /// Maps the error of a call to the error of a ``TimeEntryService``.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .notFound(let failure): self = .notFound(failure)
        case .forbidden(let failure), .other(let failure): self = .failed(failure)
        }
    }
}

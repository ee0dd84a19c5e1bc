public import Networking
public import Services

extension FeedbackServiceError {
    /// Maps the error of a call to the error of a ``FeedbackService``.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure), .notFound(let failure), .other(let failure): self = .failed(failure)
        }
    }
}

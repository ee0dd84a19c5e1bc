public import Networking
public import Persistence
public import Services

// Public for apps that implement services of their own.

extension AuthServiceError {
    /// Maps the error of a call to the error of an `AuthService`.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure), .notFound(let failure), .other(let failure): self = .failed(failure)
        }
    }

    /// Maps the error of a store to the error of an `AuthService`.
    public init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .failed(.storage(reason: error.userMessage, underlying: error))
    }
}

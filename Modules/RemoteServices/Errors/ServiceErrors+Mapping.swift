public import Networking
public import Persistence
public import Services

// Public for apps that implement a service themselves.

extension AuthServiceError {
    /// What a call's failure means to an ``AuthService``.
    public init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure), .notFound(let failure), .other(let failure): self = .failed(failure)
        }
    }

    /// What a store's failure means to an ``AuthService``.
    public init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .failed(.storage(reason: error.userMessage, underlying: error))
    }
}

extension UserServiceError {
    /// What a call's failure means to a ``UserService``.
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

extension UploadServiceError {
    /// What a call's failure means to an ``UploadService``.
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

import Models
public import Networking
public import Persistence
public import Services

// The public initializers are for apps that implement services of their own.

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

    /// Maps an error of ``LoginExchanging/logIn(with:)``.
    init(ofLogin error: any Error) {
        switch error {
        case let error as AuthServiceError: self = error
        case let error as NetworkError: self = error.status == 401 ? .wrongCredentials : AuthServiceError(error)
        case let error as InvalidValue: self = .invalid([error])
        case is CancellationError: self = .cancelled
        default: self = .failed(.unexpected(error))
        }
    }

    /// Maps the error of a store to the error of an `AuthService`.
    public init(_ error: StoreError) {
        self = error == .cancelled ? .cancelled : .failed(.storage(reason: error.userMessage, underlying: error))
    }
}

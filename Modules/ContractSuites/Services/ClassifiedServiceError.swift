import Models
public import Services

/// A service's error that contract suites compare by its kind. A feature's error conforms in a file of its own.
public protocol ClassifiedServiceError: ServiceError {
    /// The kind of this error.
    var errorKind: ServiceErrorKind { get }
}

extension AuthServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .wrongCredentials: .wrongCredentials
        case .loggedOut: .loggedOut
        case .invalid(let values): .invalid(fields: values.map(\.field))
        case .failed(let failure): ServiceErrorKind(failure)
        }
    }
}

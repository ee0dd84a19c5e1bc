import ContractSuites
import Models
import Networking
import Primitives
import Services

@testable import RemoteServices

/// The error of a service that only these tests have, with a case for each failure that services distinguish.
enum ItemServiceError: ClassifiedServiceError {
    case cancelled
    case loggedOut
    case forbidden(ServiceFailure)
    case notFound(ServiceFailure)
    case invalid([InvalidValue])
    case failed(ServiceFailure)

    init(_ error: NetworkError) {
        switch CallFailure(error) {
        case .cancelled: self = .cancelled
        case .loggedOut: self = .loggedOut
        case .invalid(let values, _): self = .invalid(values)
        case .forbidden(let failure): self = .forbidden(failure)
        case .notFound(let failure): self = .notFound(failure)
        case .other(let failure): self = .failed(failure)
        }
    }

    var isCancellation: Bool { errorKind == .cancelled }

    var localizableUserMessage: UserMessage { failure?.localizableUserMessage ?? UserMessage("item", "It failed.") }

    var failure: ServiceFailure? {
        switch self {
        case .forbidden(let failure), .notFound(let failure), .failed(let failure): failure
        case .cancelled, .loggedOut, .invalid: nil
        }
    }

    var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .loggedOut: .loggedOut
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .invalid(let values): .invalid(fields: values.map(\.field))
        case .failed(let failure): ServiceErrorKind(failure)
        }
    }
}

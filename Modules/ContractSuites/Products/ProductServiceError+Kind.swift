import Models
public import Services

extension ProductServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
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

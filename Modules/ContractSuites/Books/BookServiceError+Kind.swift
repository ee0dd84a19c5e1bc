import Models
public import Services

extension BookServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .notFound: .notFound
        case .brokenList: .network
        case .failed(let failure): ServiceErrorKind(failure)
        }
    }
}

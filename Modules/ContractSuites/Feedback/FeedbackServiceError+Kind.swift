import Models
public import Services

extension FeedbackServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .loggedOut: .loggedOut
        case .invalid(let values): .invalid(fields: values.map(\.field))
        case .failed(let failure): ServiceErrorKind(failure)
        }
    }
}

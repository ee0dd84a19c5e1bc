import Primitives
import Services

extension ProductServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .forbidden: Failure(userMessage, .notAllowed)
        case .notFound(let failure): Failure(notFound: userMessage, failure)
        case .invalid: Failure(userMessage, .invalidData)
        case .failed(let failure): Failure(failure.underlying, at: server)
        }
    }
}

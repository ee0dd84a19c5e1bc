import Networking
import Primitives
import Services

extension ReviewServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .forbidden: Failure(userMessage, .notAllowed)
        case .notFound: Failure(userMessage, .notFound)
        case .invalid: Failure(userMessage, .invalidData)
        case .failed(let failure) where failure.underlying is NetworkError: Failure(failure.underlying, at: server)
        case .failed(let failure): Failure(userMessage, failure.kind == .rejected ? .invalidData : .tryAgain)
        }
    }
}

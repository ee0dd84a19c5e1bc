import Primitives
import Services

extension UploadServiceError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .forbidden: Failure(userMessage, .notAllowed)
        case .notFound(let failure): Failure(notFound: userMessage, failure)
        case .unsuitableFile: Failure(userMessage, .unsuitableFile)
        case .damagedUpload: Failure(userMessage, .tryAgain)
        case .failed(let failure): Failure(failure.underlying, at: server)
        }
    }
}

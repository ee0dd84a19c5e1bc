import Composition
import Primitives
import Transfers

extension TransferQueueError: ReportableError {
    func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .unknown: Failure("\(userMessage) `\(AppName.command) transfers list` shows all transfers.", .notFound)
        case .finished, .failed, .duplicate, .invalidSource, .invalidFile: Failure(userMessage, .usage)
        case .busy: Failure(userMessage, .tryAgain)
        case .damaged, .store: Failure(userMessage, .storage)
        }
    }
}

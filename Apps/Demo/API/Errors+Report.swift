import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Transfers

// The errors of the engine, which only the commands that show it meet without a service between.

extension NetworkError: ReportableError {
    func report(at server: Origin?) -> Failure {
        isCancellation ? .interrupted : Failure(ServiceFailure(self), at: server)
    }
}

extension DownloadError: ReportableError {
    func report(at server: Origin?) -> Failure {
        if case .call(let error) = self { error.report(at: server) } else { Failure(ServiceFailure(self), at: server) }
    }
}

extension StoreError: ReportableError {
    func report(at server: Origin?) -> Failure { Failure(userMessage, .storage) }
}

extension InvalidAPIEnvironment: ReportableError {
    func report(at server: Origin?) -> Failure { Failure(reason, .settings) }
}

extension InvalidCredential: ReportableError {
    func report(at server: Origin?) -> Failure { Failure(reason, .usage) }
}

extension CredentialStorageError: ReportableError {
    func report(at server: Origin?) -> Failure { Failure(reason, .storage) }
}

import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import Transfers

// The errors of the engine that reach a command directly and not through a service: when the stores are opened, and
// from commands that show the engine.

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

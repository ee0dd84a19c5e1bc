import DependencyInjection
import Models
import Networking
import Persistence
import Services

/// What a person at a terminal is told when a command fails: a sentence, and a code for scripts.
struct Failure: Error {
    let sentence: String
    let status: ExitStatus

    init(_ sentence: String, _ status: ExitStatus) {
        self.sentence = sentence
        self.status = status
    }

    /// Any error that can reach a command.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case is CancellationError: self.init("Interrupted.", .interrupted)
        case let error as ServiceError: self.init(service: error)
        case let error as NetworkError: self.init(network: error)
        case let error as StoreError: self.init(error.explanation, .storage)
        case let error as SettingsError:
            self.init(error.explanation, error.isFromCommandLine ? .usage : .settings)
        case let error as InvalidEnvironment: self.init(error.reason, .settings)
        case let error as InvalidCredential: self.init(error.reason, .usage)
        case let error as CredentialStorageError: self.init(error.reason, .storage)
        case let error as InvalidValue: self.init(error.reason, .usage)
        case ResolutionError.creationFailed(let failure): self.init(failure.underlying)
        case ResolutionError.cancelled: self.init("Interrupted.", .interrupted)
        case let error as BackendProcessError: self.init(error.explanation, error.status)
        default: self.init("Something went wrong: \(error)", .failure)
        }
    }

    private init(service error: ServiceError) {
        switch error {
        case .cancelled: self.init("Interrupted.", .interrupted)
        case .signedOut: self.init("You are not signed in. Sign in with `strata login EMAIL`.", .notAllowed)
        case .wrongCredentials, .forbidden: self.init(error.explanation, .notAllowed)
        case .notFound: self.init(error.explanation, .notFound)
        case .invalid: self.init(error.explanation, .invalidData)
        case .unsuitableFile: self.init(error.explanation, .unsuitableFile)
        case .damagedUpload: self.init(error.explanation, .tryAgain)
        case .network(let error): self.init(network: error)
        case .storage: self.init(error.explanation, .storage)
        }
    }

    private init(network error: NetworkError) {
        self.init(error.explanation, ExitStatus(error.cause))
    }
}

import DependencyInjection
import Models
import Networking
import Persistence
import Primitives
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
    ///
    /// - Parameter server: where a session is looked for, in the sentences about one that is missing.
    init(_ error: any Error, at server: Origin? = nil) {
        switch error {
        case let failure as Failure: self = failure
        case is CancellationError: self.init("Interrupted.", .interrupted)
        case let error as ServiceError: self.init(service: error, at: server)
        case let error as NetworkError: self.init(network: error, at: server)
        case let error as StoreError: self.init(error.explanation, .storage)
        case let error as SettingsError: self.init(error.explanation, error.status)
        case let error as InvalidEnvironment: self.init(error.reason, .settings)
        case let error as InvalidCredential: self.init(error.reason, .usage)
        case let error as CredentialStorageError: self.init(error.reason, .storage)
        case let error as InvalidValue: self.init(error.reason, .usage)
        case ResolutionError.creationFailed(let failure): self.init(failure.underlying, at: server)
        case ResolutionError.cancelled: self.init("Interrupted.", .interrupted)
        case let error as BackendProcessError: self.init(error.explanation, error.status)
        default: self.init("Something went wrong: \(error)", .failure)
        }
    }

    private init(service error: ServiceError, at server: Origin?) {
        switch error {
        case .cancelled: self.init("Interrupted.", .interrupted)
        case .signedOut:
            let place = server.map { " at \($0)" } ?? ""
            self.init("You are not signed in\(place). Sign in there with `strata login EMAIL`.", .notAllowed)
        case .wrongCredentials, .forbidden: self.init(error.explanation, .notAllowed)
        case .notFound: self.init(error.explanation, .notFound)
        case .invalid: self.init(error.explanation, .invalidData)
        case .unsuitableFile: self.init(error.explanation, .unsuitableFile)
        case .damagedUpload: self.init(error.explanation, .tryAgain)
        case .network(let error): self.init(network: error, at: server)
        case .storage: self.init(error.explanation, .storage)
        }
    }

    private init(network error: NetworkError, at server: Origin?) {
        let asked = error.evidence.origin
        let sentence =
            switch error.cause {
            case .signedOut: "Your session at \(asked) has ended. Sign in again with `strata login EMAIL`."
            case .status(let failure) where failure.kind == .unauthorized: "\(asked): \(error.explanation)"
            case .foreignOrigin:
                "The request to \(asked) was not sent: it would have shown it your credentials of "
                    + "\(server?.description ?? "another server")."
            default: error.explanation
            }
        self.init(sentence, ExitStatus(error.cause))
    }
}

extension NetworkError.Evidence {
    /// The server that was asked, without the path.
    fileprivate var origin: String {
        let rest = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        return String(url[..<(url[rest...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
    }
}

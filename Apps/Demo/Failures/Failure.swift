import Composition
import DependencyInjection
import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services
import Transfers

/// The error that ends a command: one sentence for people and an exit code for scripts.
struct Failure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus) {
        // The messages of the stores don't name the option, which is this app's.
        self.message =
            status == .storage
            ? message.replacing("choose another data folder.", with: "choose another data folder with --data-dir.")
            : message
        self.status = status
    }

    /// Converts any error that can reach a command.
    ///
    /// - Parameter server: the server that a message about a missing login names.
    init(_ error: any Error, at server: Origin? = nil) {
        switch error {
        case let failure as Failure: self = failure
        case is CancellationError: self = .interrupted
        case let error as any ReportableError: self = error.report(at: server)
        case let error as NetworkError: self.init(network: error, at: server)
        case DownloadError.call(let error): self.init(network: error, at: server)
        case DownloadError.download(let failure, _): self.init(failure.userMessage, ExitStatus(failure))
        case let error as StoreError: self.init(error.userMessage, .storage)
        case let error as SettingsError: self.init(error.userMessage, error.status)
        case let error as InvalidAPIEnvironment: self.init(error.reason, .settings)
        case let error as InvalidCredential: self.init(error.reason, .usage)
        case let error as CredentialStorageError: self.init(error.reason, .storage)
        case let error as InvalidValue: self.init(error.reason, .usage)
        case ResolutionError.creationFailed(let failure): self.init(failure.underlying, at: server)
        case ResolutionError.cancelled: self = .interrupted
        case let error as BackendProcessError: self.init(error.userMessage, error.status)
        default: self.init("Unexpected error: \(error)", .failure)
        }
    }

    static var interrupted: Failure { Failure("Interrupted.", .interrupted) }

    static func loggedOut(at server: Origin?) -> Failure {
        let place = server.map { " at \($0)" } ?? ""
        return Failure(
            "You are not logged in\(place). Log in there with `\(AppName.command) login EMAIL`.", .notAllowed)
    }

    private init(network error: NetworkError, at server: Origin?) {
        let status = ExitStatus(error.cause)
        guard status != .interrupted else {
            self = .interrupted
            return
        }
        let asked = error.metadata.origin
        let message: String =
            switch error.cause {
            case .transport(let failure): Self.message(failure, at: asked) ?? error.userMessage
            case .loggedOut: "Your session at \(asked) has ended. Log in again with `\(AppName.command) login EMAIL`."
            case .timeout(.attempt(let limit)):
                "\(asked) did not respond within \(SettingKey.seconds(limit)) s. Try again, or allow more time with --timeout."
            case .timeout(.total(let limit)):
                "\(asked) did not respond within \(SettingKey.seconds(limit)) s. Try again, or allow more time with --deadline."
            case .decoding:
                "The response from \(asked) was not understood. The app may be older than the server. --verbose shows "
                    + "where the response differs."
            case .status(let failure)
            where failure.kind == .unauthorized || failure.kind == .server && failure.message == nil:
                "\(asked): \(error.userMessage)"
            case .redirect(.tooMany(let limit)):
                "\(asked) redirected the request more than \(limit == 1 ? "once" : "\(limit) times"). Check the address, or "
                    + "allow more redirects with --max-redirects."
            case .unexpectedMedia, .redirect, .refresh, .circuitOpen: "\(asked): \(error.userMessage)"
            case .foreignOrigin:
                "The request to \(asked) was not sent, because it would have carried your credentials for "
                    + "\(server?.description ?? "another server")."
            default: error.userMessage
            }
        self.init(message, status)
    }

    /// The message for a failed connection to `server`; `nil` for any other error.
    private static func message(_ error: TransportError, at server: String) -> String? {
        switch error {
        case .connectionRefused:
            "Could not connect to \(server) (connection refused). "
                + (server == Origin(AppSettings.standard.baseURL)?.description
                    ? "Start the sample backend with `make serve`."
                    : "Check the address, and that the server is running.")
        case .hostNotFound:
            "Could not connect to \(server) (host not found). Check the address and your network connection."
        case .unreachable: "Could not connect to \(server) (host unreachable). Check your network connection."
        case .connectTimeout:
            "Could not connect to \(server) (timed out). Check the address and your network connection, or try again."
        case .connectionLost: "The connection to \(server) was lost. Try again."
        case .notSent: "\(server) closed the connection before the request was sent. Try again."
        case .truncatedResponse: "The response from \(server) ended too early. Try again."
        case .idleTimeout: "\(server) stopped sending. Try again, or allow more time with --timeout."
        case .insecure(.authority, let reason):
            "No secure connection to \(server): \(reason) If you trust the server, name a PEM file with its "
                + "certificate, or with that of its authority, in --ca-file."
        case .insecure(_, let reason): "No secure connection to \(server): \(reason)"
        default: nil
        }
    }
}

extension Failure {
    /// The failure for a resource that the server did not find, with the request for it.
    init(notFound message: String, _ failure: ServiceFailure) {
        let request = (failure.underlying as? NetworkError).map { " (\($0.metadata.method) \($0.metadata.url))." }
        self.init(request.map { message.dropLast() + $0 } ?? message, .notFound)
    }

    /// The failure for a file that a download can't save; `nil` if the file is not the cause.
    init?(saving file: URL, _ error: DownloadError) {
        guard let failure = error.failure else { return nil }
        let reason: String? =
            switch failure {
            case .folderMissing: "the folder does not exist. Create it, or choose another file"
            case .notPermitted: "the folder or the file is not writable. Change its permissions, or choose another file"
            case .destinationIsNoFile: "it exists and is not a regular file. Choose another file"
            case .busy: "another download to this file is running. Wait until it ends, or choose another file"
            case .disk(let reason): reason
            default: nil
            }
        guard let reason else { return nil }
        self.init("Cannot save \(file.path): \(reason).", ExitStatus(failure))
    }
}

extension NetworkError.RequestMetadata {
    /// Scheme, host and port of the request's URL, without the path.
    var origin: String {
        let rest = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        return String(url[..<(url[rest...].firstIndex { "/?#".contains($0) } ?? url.endIndex)])
    }
}

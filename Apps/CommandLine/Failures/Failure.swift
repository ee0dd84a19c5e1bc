import Composition
package import Foundation
import Models
package import Primitives
package import Services

/// The error that ends a command: one sentence for people and an exit code for scripts.
package struct Failure: Error {
    package let message: String
    package let status: Failure.Status

    package init(_ message: String, _ status: Failure.Status) {
        self.message = status == .storage ? message.namingDataFolderOption : message
        self.status = status
    }

    /// Converts any error that can reach a command.
    ///
    /// - Parameter server: the server that a message about a missing login names.
    package init(_ error: any Error, at server: Origin? = nil) {
        switch error {
        case let failure as Failure: self = failure
        case is CancellationError: self = .interrupted
        case let error as any ReportableError: self = error.report(at: server)
        case let error as SettingsError: self.init(error.userMessage, error.status)
        case let error as InvalidValue: self.init(error.reason, .usage)
        default: self.init("Unexpected error: \(error)", .failure)
        }
    }

    /// A failed call, download or store, in the command line's own words.
    package init(_ failure: ServiceFailure, at server: Origin?) {
        self.init(
            failure.kind == .unexpected ? "Unexpected error: \(failure.diagnostic)" : failure.words(at: server),
            Failure.Status(failure.kind))
    }

    package static var interrupted: Failure { Failure("Interrupted.", .interrupted) }

    static func loggedOut(at server: Origin?) -> Failure {
        let place = server.map { " at \($0)" } ?? ""
        return Failure(
            "You are not logged in\(place). Log in there with `\(AppName.command) login EMAIL`.", .notAllowed)
    }
}

extension Failure {
    init(notFound message: String, _ failure: ServiceFailure?) {
        let request = failure?.request.map { " (\($0.method) \($0.url))." }
        self.init(request.map { message.dropLast() + $0 } ?? message, .notFound)
    }

    /// The failure for a file that a download can't save; `nil` if the file is not the cause.
    package init?(saving file: URL, _ failure: ServiceFailure) {
        let message = failure.localizableUserMessage
        let reason: String? =
            switch message.key {
            case "download.folderMissing": "the folder does not exist. Create it, or choose another file"
            case "download.notPermitted":
                "the folder or the file is not writable. Change its permissions, or choose another file"
            case "download.destinationIsNoFile": "it exists and is not a regular file. Choose another file"
            case "download.busy":
                "another download to this file is running. Wait until it ends, or choose another file"
            case "download.disk": message.arguments.first
            case "transport.responseTooLarge":
                "more bytes arrived than the limit of \(message.arguments.first ?? "64 Mi") allows. The server may have compressed "
                    + "them, which the request forbids"
            default: nil
            }
        guard let reason else { return nil }
        self.init("Cannot save \(file.path): \(reason).", Failure.Status(failure.kind))
    }
}

extension String {
    /// A message of the stores, with this app's option for the data folder.
    package var namingDataFolderOption: String {
        replacing("choose another data folder.", with: "choose another data folder with --data-dir.")
    }
}

extension ServiceFailure {
    /// The message with the server's address, and with the option or the command that helps. Like a translation, it is
    /// chosen by the message's key.
    fileprivate func words(at server: Origin?) -> String {
        guard let origin = request?.origin else { return userMessage }
        let message = localizableUserMessage
        let words = message.text { key in
            switch key {
            case "transport.connectionRefused" where origin == AppSettings.sampleBackend:  // Part: backend
                "Could not connect to \(origin) (connection refused). "  // Part: backend
                    + "Start the sample backend with `make serve`."  // Part: backend
            case "transport.connectionRefused":
                "Could not connect to \(origin) (connection refused). Check the address, and that the server is running."
            case "transport.hostNotFound":
                "Could not connect to \(origin) (host not found). Check the address and your network connection."
            case "transport.unreachable":
                "Could not connect to \(origin) (host unreachable). Check your network connection."
            case "transport.connectTimeout":
                "Could not connect to \(origin) (timed out). Check the address and your network connection, or try again."
            case "transport.connectionLost": "The connection to \(origin) was lost. Try again."
            case "transport.notSent": "\(origin) closed the connection before the request was sent. Try again."
            case "transport.truncatedResponse": "The response from \(origin) ended too early. Try again."
            case "transport.idleTimeout": "\(origin) stopped sending. Try again, or allow more time with --timeout."
            case "transport.insecure.authority":
                "No secure connection to \(origin): %1$@ If you trust the server, name a PEM file with its certificate, "
                    + "or with that of its authority, in --ca-file."
            case _ where key.hasPrefix("transport.insecure."): "No secure connection to \(origin): %1$@"
            case "timeout.attempt":
                "\(origin) did not respond within %1$@ s. Try again, or allow more time with --timeout."
            case "timeout.total":
                "\(origin) did not respond within %1$@ s. Try again, or allow more time with --deadline."
            case "loggedOut": "Your session at \(origin) has ended. Log in again with `\(AppName.command) login EMAIL`."
            case "decoding":
                "The response from \(origin) was not understood. The app may be older than the server. --verbose shows "
                    + "where the response differs."
            case "redirect.tooMany":
                "\(origin) redirected the request more than \(message.arguments == ["1"] ? "once" : "%1$@ times"). "
                    + "Check the address, or allow more redirects with --max-redirects."
            case "foreignOrigin":
                "The request to \(origin) was not sent, because it would have carried your credentials for "
                    + "\(server?.description ?? "another server")."
            default: nil
            }
        }
        return namesNoServer ? "\(origin): \(words)" : words
    }

    /// Whether the message leaves open which of several servers has failed.
    private var namesNoServer: Bool {
        let key = localizableUserMessage.key
        return ["unexpectedMedia", "refresh", "circuitOpen", "status.server"].contains { key.hasPrefix($0) }
            || key.hasPrefix("redirect.") && key != "redirect.tooMany"
            || kind == .unauthorized && key.hasPrefix("status.")
    }
}

/// An error that a command reports in its own words.
package protocol ReportableError: Error {
    /// The sentence and the exit code.
    ///
    /// - Parameter server: the server whose session was looked up.
    func report(at server: Origin?) -> Failure
}

extension ServiceError: ReportableError {
    package func report(at server: Origin?) -> Failure {
        switch self {
        case .cancelled: .interrupted
        case .loggedOut: .loggedOut(at: server)
        case .forbidden: Failure(userMessage, .notAllowed)
        case .notFound(let failure): Failure(notFound: userMessage, failure)
        case .invalid: Failure(userMessage, .invalidData)
        case .conflict(let failure), .failed(let failure): Failure(failure, at: server)
        case .specific(let failure): Failure(userMessage, Failure.Status(failure.kind))
        }
    }
}

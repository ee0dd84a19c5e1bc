import Foundation

extension NetworkError {
    /// The server's status, if it answered.
    public var status: Int? {
        if case .status(let failure) = cause { failure.status } else { nil }
    }

    /// Whether the caller gave up, which is no failure to show.
    public var isCancellation: Bool {
        if case .cancelled = cause { true } else { false }
    }

    /// Whether the same call may well succeed a little later. Whether it may be sent again without asking depends on its
    /// method too.
    public var isRetryable: Bool {
        switch cause {
        case .cancelled, .invalidRequest, .decoding, .signedOut, .foreignOrigin, .credentialStorage,
            .redirect, .unexpectedMedia, .download:
            false
        case .timeout, .circuitOpen: true
        case .status(let failure), .renewal(let failure): failure.isRetryable
        case .transport(let error): error.isRetryable
        }
    }

    /// One sentence for people: what happened and what they can do.
    public var explanation: String {
        switch cause {
        case .cancelled: "The request was cancelled."
        case .invalidRequest(let reason): "The request can't be made. \(reason)"
        case .transport(let error): error.explanation
        case .timeout: "The server took too long to answer. Try again, or allow more time."
        case .status(let failure): failure.explanation
        case .decoding: "The server's answer was not understood. The app may be older than the server."
        case .renewal: "Your session could not be renewed just now. Try again later."
        case .signedOut: "You are signed out. Sign in again."
        case .foreignOrigin: "The request was not sent: it would have shown your credentials to another server."
        case .redirect(let failure): failure.explanation
        case .unexpectedMedia:
            "What answered is not the service that was asked. Check the address, and if this network wants a sign-in."
        case .credentialStorage(let reason): "Your session could not be saved on this machine. \(reason)"
        case .circuitOpen(let retryAfter):
            "The server keeps failing, so nothing was sent. Try again in \(Self.seconds(retryAfter))."
        case .download(let failure): failure.explanation
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let count = max(1, Int((duration / .seconds(1)).rounded(.up)))
        return count == 1 ? "a second" : "\(count) seconds"
    }
}

extension TransportError {
    /// See ``NetworkError/isRetryable``.
    public var isRetryable: Bool {
        switch self {
        case .connectionRefused, .unreachable, .connectionLost, .connectionStale, .truncatedResponse, .connectTimeout,
            .idleTimeout, .hostNotFound:
            true
        case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
            false
        }
    }

    /// One sentence for people.
    public var explanation: String {
        switch self {
        case .cancelled: "The request was cancelled."
        case .hostNotFound: "The server's name was not found. Check the address and the connection."
        case .connectionRefused: "Nothing answers at the server's address. Check the address, and that the server runs."
        case .unreachable: "The server can't be reached. Check the connection."
        case .insecure(_, let reason): "No secure connection to the server: \(reason)"
        case .connectionLost, .connectionStale: "The connection to the server was lost. Try again."
        case .truncatedResponse: "The server's answer ended too early. Try again."
        case .connectTimeout: "The connection took too long. Check the connection, or try again."
        case .idleTimeout: "The server stopped sending. Try again."
        case .invalidResponse: "What answered is not a server of this kind. Check the address."
        case .responseTooLarge(let limit): "The server's answer is larger than the \(limit) bytes that are allowed."
        case .requestBody(let reason): reason
        case .unsendable(let reason): "The request can't be sent. \(reason)"
        case .closed: "The app is shutting down."
        case .other(let reason): "The request failed: \(reason)"
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// One line for developers: the cause and all the evidence. Holds no value of a header, body or
    /// query.
    public var description: String {
        "\(cause) [\(evidence.operation): \(evidence.method) \(evidence.url), attempts \(evidence.attempts), "
            + "request \(evidence.requestID.uuidString.lowercased())]"
    }
}

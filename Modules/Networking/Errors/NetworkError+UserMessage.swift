import Foundation
public import Primitives

extension NetworkError {
    /// The status of a response that the endpoint does not accept; `nil` for every other cause.
    public var status: Int? {
        if case .status(let failure) = cause { failure.status } else { nil }
    }

    /// Whether the caller cancelled the call. Don't show such an error to the user.
    public var isCancellation: Bool {
        switch cause {
        case .cancelled, .transport(.cancelled): true
        default: false
        }
    }

    /// Whether the same call may succeed later. An automatic retry also depends on the method (``Idempotency``).
    public var isRetryable: Bool { cause.isRetryable }

    /// The message for users, in English: what happened and what they can do.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch cause {
        case .cancelled: .cancelled
        case .invalidRequest(let reason): UserMessage("request.invalid", "The request can't be made. %1$@", reason)
        case .transport(let error): error.localizableUserMessage
        case .timeout(.attempt(let limit)): .timeout("timeout.attempt", limit)
        case .timeout(.total(let limit)): .timeout("timeout.total", limit)
        case .status(let failure): failure.localizableUserMessage
        case .decoding:
            UserMessage("decoding", "The server's response was not understood. The app may be older than the server.")
        case .refresh(let failure) where failure.isRetryable:
            UserMessage("refresh", "Your session could not be refreshed just now. Try again later.")
        case .refresh(let failure):
            UserMessage(
                "refresh.refused",
                "The server refused to refresh your session (%1$@). Check the app's client id and secret, and the token "
                    + "URL.", failure.code.map { "\(failure.status), \($0)" } ?? "\(failure.status)")
        case .loggedOut: UserMessage("loggedOut", "You are logged out. Log in again.")
        case .foreignOrigin:
            UserMessage(
                "foreignOrigin",
                "The request was not sent, because it would have carried your credentials to another server.")
        case .redirect(let failure): failure.localizableUserMessage
        case .unexpectedMedia:
            UserMessage(
                "unexpectedMedia",
                "The response is not from the expected service. Check the address, and whether this network requires a login."
            )
        case .credentialStorage(let reason):
            UserMessage("credentialStorage", "Your session could not be saved on this machine. %1$@", reason)
        case .circuitOpen(let retryAfter): Self.circuitOpen(retryAfter)
        case .custom(let failure): failure.base.localizableUserMessage
        }
    }

    private static func circuitOpen(_ retryAfter: Duration) -> UserMessage {
        let count = max(1, Int((retryAfter / .seconds(1)).rounded(.up)))
        guard count > 1 else {
            return UserMessage(
                "circuitOpen.second", "The server keeps failing, so nothing was sent. Try again in a second.")
        }
        return UserMessage(
            "circuitOpen.seconds", "The server keeps failing, so nothing was sent. Try again in %1$@ seconds.",
            "\(count)")
    }
}

extension NetworkError.Cause {
    /// See ``NetworkError/isRetryable``.
    public var isRetryable: Bool {
        switch self {
        case .cancelled, .invalidRequest, .decoding, .loggedOut, .foreignOrigin, .credentialStorage,
            .redirect, .unexpectedMedia:
            false
        case .timeout, .circuitOpen: true
        case .status(let failure), .refresh(let failure): failure.isRetryable
        case .transport(let error): error.isRetryable
        case .custom(let failure): failure.base.isRetryable
        }
    }
}

extension UserMessage {
    /// The message for a cancelled call, whichever error reports it.
    static var cancelled: UserMessage { UserMessage("cancelled", "The request was cancelled.") }

    fileprivate static func timeout(_ key: String, _ limit: Duration) -> UserMessage {
        let seconds = (limit / .seconds(1)).formatted(
            .number.grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
        return UserMessage(
            key, "The server did not respond within %1$@ s. Try again, or allow more time.", seconds)
    }
}

extension TransportError {
    /// See ``NetworkError/isRetryable``.
    public var isRetryable: Bool {
        switch self {
        case .connectionRefused, .unreachable, .connectionLost, .notSent, .poolTimeout, .truncatedResponse,
            .connectTimeout, .idleTimeout, .deadlinePassed, .hostNotFound:
            true
        case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
            false
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// One line for developers: the cause and the request's metadata. Contains no header value, no query value that is
    /// not marked public, and nothing from bodies except the server's error details.
    public var description: String {
        "\(cause) [\(metadata.operation): \(metadata.method) \(metadata.url), attempts \(metadata.attempts), "
            + "request \(metadata.requestID.text)]"
    }
}

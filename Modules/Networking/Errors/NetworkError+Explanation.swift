import Foundation
public import Primitives

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
            .redirect, .unexpectedMedia:
            false
        case .timeout, .circuitOpen: true
        case .status(let failure), .renewal(let failure): failure.isRetryable
        case .transport(let error): error.isRetryable
        case .custom(let failure): failure.base.isRetryable
        }
    }

    /// One sentence for people, in English: what happened and what they can do.
    public var explanation: String { localizableExplanation.english }

    /// ``explanation``, for an app that speaks other languages too.
    public var localizableExplanation: Explanation {
        switch cause {
        case .cancelled: .cancelled
        case .invalidRequest(let reason): Explanation("request.invalid", "The request can't be made. %1$@", reason)
        case .transport(let error): error.localizableExplanation
        case .timeout:
            Explanation("timeout", "The server took too long to respond. Try again, or allow more time.")
        case .status(let failure): failure.localizableExplanation
        case .decoding:
            Explanation("decoding", "The server's response was not understood. The app may be older than the server.")
        case .renewal: Explanation("renewal", "Your session could not be refreshed just now. Try again later.")
        case .signedOut: Explanation("signedOut", "You are signed out. Sign in again.")
        case .foreignOrigin:
            Explanation(
                "foreignOrigin",
                "The request was not sent, because it would have carried your credentials to another server.")
        case .redirect(let failure): failure.localizableExplanation
        case .unexpectedMedia:
            Explanation(
                "unexpectedMedia",
                "The response is not from the expected service. Check the address, and whether this network requires a login."
            )
        case .credentialStorage(let reason):
            Explanation("credentialStorage", "Your session could not be saved on this machine. %1$@", reason)
        case .circuitOpen(let retryAfter): Self.circuitOpen(retryAfter)
        case .custom(let failure): failure.base.localizableExplanation
        }
    }

    private static func circuitOpen(_ retryAfter: Duration) -> Explanation {
        let count = max(1, Int((retryAfter / .seconds(1)).rounded(.up)))
        guard count > 1 else {
            return Explanation(
                "circuitOpen.second", "The server keeps failing, so nothing was sent. Try again in a second.")
        }
        return Explanation(
            "circuitOpen.seconds", "The server keeps failing, so nothing was sent. Try again in %1$@ seconds.",
            "\(count)")
    }
}

extension Explanation {
    /// Of a cancelled call, in every error that has one.
    static var cancelled: Explanation { Explanation("cancelled", "The request was cancelled.") }
}

extension TransportError {
    /// See ``NetworkError/isRetryable``.
    public var isRetryable: Bool {
        switch self {
        case .connectionRefused, .unreachable, .connectionLost, .connectionStale, .truncatedResponse, .connectTimeout,
            .idleTimeout, .deadlinePassed, .hostNotFound:
            true
        case .cancelled, .insecure, .invalidResponse, .responseTooLarge, .requestBody, .unsendable, .closed, .other:
            false
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// One line for developers: the cause and all the evidence. Holds no value of a header, no query value that is not marked
    /// public, and of bodies only what a server said of its refusal.
    public var description: String {
        "\(cause) [\(evidence.operation): \(evidence.method) \(evidence.url), attempts \(evidence.attempts), "
            + "request \(evidence.requestID.text)]"
    }
}

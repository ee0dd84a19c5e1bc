extension NetworkError.Cause {
    /// A short name of the cause, such as `deadline` or `404`: a label for logs and metrics. Except for the status, it
    /// contains nothing from the request or the response.
    public var name: String {
        switch self {
        case .cancelled: "cancelled"
        case .invalidRequest: "invalid request"
        case .transport(let error): error.name
        case .timeout(.attempt): "attempt timeout"
        case .timeout(.total): "deadline"
        case .status(let failure): "\(failure.status)"
        case .decoding: "decoding"
        case .refresh(let failure): "refresh \(failure.status)"
        case .loggedOut: "logged out"
        case .foreignOrigin: "foreign origin"
        case .credentialStorage: "credential storage"
        case .redirect(let failure): failure.name
        case .unexpectedMedia: "unexpected media type"
        case .circuitOpen: "circuit open"
        case .custom(let failure): failure.base.name
        }
    }
}

extension TransportError {
    /// See ``NetworkError/Cause/name``.
    public var name: String {
        switch self {
        case .cancelled: "cancelled"
        case .hostNotFound: "host not found"
        case .connectionRefused: "connection refused"
        case .unreachable: "unreachable"
        case .insecure: "insecure"
        case .connectionLost: "connection lost"
        case .notSent: "not sent"
        case .poolTimeout: "pool timeout"
        case .truncatedResponse: "truncated response"
        case .connectTimeout: "connect timeout"
        case .idleTimeout: "idle timeout"
        case .deadlinePassed: "deadline"
        case .invalidResponse: "invalid response"
        case .responseTooLarge: "response too large"
        case .requestBody: "request body"
        case .unsendable: "unsendable"
        case .closed: "closed"
        case .other: "other"
        }
    }
}

extension RedirectFailure {
    /// See ``NetworkError/Cause/name``.
    public var name: String {
        switch self {
        case .tooMany: "too many redirects"
        case .insecure: "redirect to http"
        case .unsupportedScheme: "redirect to another scheme"
        case .userInformation: "redirect with a user name"
        case .invalidTarget: "redirect without a valid target"
        case .bodySpent: "redirect of a one-time body"
        }
    }
}

extension Duration {
    /// The duration for logs, such as `2.5 ms`, `20 ms` or `1.25 s`.
    package var short: String {
        let milliseconds = self / .milliseconds(1)
        if milliseconds < 10 { return "\((milliseconds * 10).rounded() / 10) ms" }
        if milliseconds < 999.5 { return "\(Int(milliseconds.rounded())) ms" }
        return "\((milliseconds / 10).rounded() / 100) s"
    }

    /// The duration for messages: whole seconds, minutes or hours, rounded up. The units are symbols, so that
    /// translations do not inflect them.
    package var roundedUp: String {
        let (unit, symbol): (Duration, String) =
            switch self {
            case ..<Duration.seconds(120): (.seconds(1), "s")
            case ..<Duration.seconds(7_200): (.seconds(60), "min")
            default: (.seconds(3_600), "h")
            }
        return "\(Int((self / unit).rounded(.up))) \(symbol)"
    }
}

extension TransportError {
    /// One sentence for people, in English.
    public var explanation: String { localizableExplanation.english }

    /// ``explanation``, for an app that speaks other languages too.
    public var localizableExplanation: Explanation {
        switch self {
        case .cancelled: .cancelled
        case .hostNotFound:
            Explanation(
                "transport.hostNotFound", "The server's name was not found. Check the address and the connection.")
        case .connectionRefused:
            Explanation(
                "transport.connectionRefused",
                "Nothing answers at the server's address. Check the address, and that the server runs.")
        case .unreachable: Explanation("transport.unreachable", "The server can't be reached. Check the connection.")
        case .insecure(let check, let reason):
            Explanation("transport.insecure.\(check.rawValue)", "No secure connection to the server: %1$@", reason)
        case .connectionLost, .connectionStale:
            Explanation("transport.connectionLost", "The connection to the server was lost. Try again.")
        case .truncatedResponse:
            Explanation("transport.truncatedResponse", "The server's answer ended too early. Try again.")
        case .connectTimeout:
            Explanation("transport.connectTimeout", "The connection took too long. Check the connection, or try again.")
        case .idleTimeout: Explanation("transport.idleTimeout", "The server stopped sending. Try again.")
        case .limitPassed: Explanation("transport.limitPassed", "The server took too long to answer. Try again.")
        case .invalidResponse:
            Explanation("transport.invalidResponse", "What answered is not a server of this kind. Check the address.")
        case .responseTooLarge(let limit):
            Explanation(
                "transport.responseTooLarge", "The server's answer is larger than the %1$@ bytes that are allowed.",
                "\(limit)")
        case .requestBody(let reason): Explanation("transport.requestBody", "%1$@", reason)
        case .unsendable(let reason): Explanation("transport.unsendable", "The request can't be sent. %1$@", reason)
        case .closed: Explanation("transport.closed", "The app is shutting down.")
        case .other(let reason): Explanation("transport.other", "The request failed: %1$@", reason)
        }
    }
}

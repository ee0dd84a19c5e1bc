public import Primitives

/// Why a redirect could not be followed. Says nothing of where it led: that text is a stranger's.
public enum RedirectFailure: Error, Sendable, Equatable {
    /// The server sent the call on more often than allowed; most likely in a circle.
    case tooMany(limit: Int)
    /// It led from https to http, where everybody on the way can read along.
    case insecure
    /// It led to something other than http and https.
    case unsupportedScheme
    /// The target carries a user name or password, which no honest server sends.
    case userInformation
    /// The target is no URL, or there are several.
    case invalidTarget
    /// The request would have to be sent again with its body (307, 308), and the body can be read only once.
    case bodySpent

    /// One sentence for people, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage``, for an app that speaks other languages too.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .tooMany(let limit):
            UserMessage(
                "redirect.tooMany",
                "The server sent the request on more often than is followed (%1$@). Try again later.", "\(limit)")
        case .insecure:
            UserMessage(
                "redirect.insecure",
                "The server sent the request on to an address without encryption, which is not followed.")
        case .unsupportedScheme, .userInformation, .invalidTarget:
            UserMessage(
                "redirect.invalidTarget", "The server sent the request on to an address that can't be followed.")
        case .bodySpent:
            UserMessage(
                "redirect.bodySpent",
                "The server sent the request on, and what was uploaded can't be sent twice. Start again.")
        }
    }
}

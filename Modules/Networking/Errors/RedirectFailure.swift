public import Primitives

/// Why a redirect was not followed. It does not contain the target, which may be any text.
public enum RedirectFailure: Error, Sendable, Equatable {
    /// The server redirected the call more than `limit` times, most likely in a loop.
    case tooMany(limit: Int)
    /// The target is http, but the request was sent over https, so others on the network could read the next request.
    case insecure
    /// The target is neither http nor https.
    case unsupportedScheme
    /// The target contains a user name or password, which suggests a spoofed address.
    case userInformation
    /// The target is missing or not a valid URL, or there are several targets.
    case invalidTarget
    /// The redirect requires sending the body again (307, 308), but the body can be read only once.
    case bodySpent

    /// The message for users, in English.
    public var userMessage: String { localizableUserMessage.english }

    /// ``userMessage`` with a key for translations.
    public var localizableUserMessage: UserMessage {
        switch self {
        case .tooMany(let limit):
            UserMessage(
                "redirect.tooMany",
                "The server redirected the request more than %1$@ times, most likely in a loop.", "\(limit)")
        case .insecure:
            UserMessage(
                "redirect.insecure",
                "The server redirected the request to an unencrypted address (http), so it was not sent there.")
        case .unsupportedScheme, .userInformation, .invalidTarget:
            UserMessage(
                "redirect.invalidTarget", "The server redirected the request to an unsupported address.")
        case .bodySpent:
            UserMessage(
                "redirect.bodySpent",
                "The server redirected the request, but the uploaded data can't be sent twice. Start the upload again.")
        }
    }
}

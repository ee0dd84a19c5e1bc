import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The capabilities of the platform's URLSession: Apple's, or the one of swift-corelibs-foundation, which uses libcurl.
/// All differences in behavior are decided here.
struct URLSessionCapabilities {
    /// Whether a paused task can continue. On libcurl, resuming sends the request again.
    let pausesTasks: Bool
    /// Whether a connection is reused for the next call. libcurl must not reuse one: if the server has closed it,
    /// libcurl sends the request again with its body from the wrong position, and closing idle connections while the
    /// session is released is a use after free.
    let reusesConnections: Bool
    /// Whether the delegate must call completion handlers for a cancelled task. On libcurl, such a call traps.
    let respondsToCancelledTasks: Bool
    /// Whether requests go through a proxy from environment variables. libcurl reads them for every request, and
    /// URLSession on libcurl ignores `connectionProxyDictionary`, so this can't be disabled.
    let usesProxyVariables: Bool
    /// A field with this value is not sent, and URLSession adds no default value for it (`Accept`, `User-Agent`, …).
    /// `nil` if no value has this effect.
    let defaultFieldBlocker: String?

    #if canImport(FoundationNetworking)
    static let current = URLSessionCapabilities(
        pausesTasks: false, reusesConnections: false, respondsToCancelledTasks: false, usesProxyVariables: true,
        defaultFieldBlocker: " ")

    /// Returns `nil`: only Basic and Digest challenges arrive here, and no disposition lets the task finish.
    func disposition(for challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition? {
        nil
    }
    #else
    static let current = URLSessionCapabilities(
        pausesTasks: true, reusesConnections: true, respondsToCancelledTasks: true, usesProxyVariables: false,
        defaultFieldBlocker: nil)

    /// The system evaluates servers. No credential is sent: the caller receives the response that requires one.
    func disposition(for challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition? {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
            .performDefaultHandling
        default:
            // The response then arrives unchanged, with its body.
            .rejectProtectionSpace
        }
    }
    #endif
}

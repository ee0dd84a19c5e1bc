import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the URLSession below can do: Apple's own, or the one of swift-corelibs-foundation, which is libcurl behind
/// URLSession's interface. All that differs in behaviour is decided here.
struct Stack {
    /// Whether a task can be paused and goes on where it was. Behind libcurl, resuming sends the request again.
    let pausesTasks: Bool
    /// Whether a connection is kept for the next call. libcurl sends a request again by itself where a kept connection turns
    /// out to be closed, and its body from the wrong place; and closing kept connections while the session goes away is a
    /// use after free.
    let keepsConnections: Bool
    /// Whether a delegate has to be answered on behalf of a task that was cancelled. Behind libcurl such an answer traps.
    let respondsToCancelledTasks: Bool
    /// Whether requests go through a proxy that the environment names. libcurl asks for it with every request, and the
    /// URLSession on it ignores `connectionProxyDictionary`, so it can't be told otherwise.
    let obeysProxyVariables: Bool
    /// The fields that the stack would add, and the text that makes it leave them out; no text: it can't be made to.
    let suppression: String?

    #if canImport(FoundationNetworking)
    static let current = Stack(
        pausesTasks: false, keepsConnections: false, respondsToCancelledTasks: false, obeysProxyVariables: true,
        suppression: " ")

    /// Only Basic and Digest come here, and none of the ways to go on with them returns.
    func disposition(for challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition? {
        nil
    }
    #else
    static let current = Stack(
        pausesTasks: true, keepsConnections: true, respondsToCancelledTasks: true, obeysProxyVariables: false,
        suppression: nil)

    /// The system's judgement of servers, and no credential for anybody: a refused one stands in the answer.
    func disposition(for challenge: URLAuthenticationChallenge) -> URLSession.AuthChallengeDisposition? {
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodServerTrust, NSURLAuthenticationMethodClientCertificate:
            .performDefaultHandling
        default:
            // The answer then arrives as it is, body and all.
            .rejectProtectionSpace
        }
    }
    #endif
}

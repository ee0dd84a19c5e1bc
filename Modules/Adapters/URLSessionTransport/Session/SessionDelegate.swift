import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives URLSession's events, in order and on URLSession's own queue. It forwards them to their exchange and
/// declines redirects, authentication and caching by URLSession.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    let exchanges = ExchangeRegistry()
    private let failures = FailureTranslator()
    private let servers: ServerTrust?

    /// - Parameter servers: evaluates the trust in servers; with `nil` the system does it alone.
    init(servers: ServerTrust?) {
        self.servers = servers
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let exchange = exchanges[dataTask.taskIdentifier] {
            if let head = response.head {
                exchange.receive(head)
            } else {
                exchange.end(with: .invalidResponse(reason: "URLSession found no HTTP response in it."))
            }
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchanges[dataTask.taskIdentifier]?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchanges[task.taskIdentifier]?.sent()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.remove(task.taskIdentifier) else { return }
        let head = task.response?.head
        // The task's response can also be an informational one.
        let hasHead = head.map { $0.status.kind != .informational } ?? false
        exchange.complete(error.map { failures.translate($0, hasHead: hasHead) }, head: head)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let mayRefuse =
            URLSessionCapabilities.current.respondsToCancelledTasks
            || exchanges[task.taskIdentifier]?.mayRefuseRedirect() ?? true
        if mayRefuse { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        if let servers, challenge.protectionSpace.authenticationMethod == ServerTrust.authenticationMethod {
            let exchange = exchanges[task.taskIdentifier]
            return servers.respond(challenge, completionHandler) { exchange?.end(with: $0) }
        }
        guard let disposition = URLSessionCapabilities.current.disposition(for: challenge) else {
            // The response that requires a credential is complete, and the caller receives it.
            exchanges[task.taskIdentifier]?.challenge(head: challenge.failureResponse?.head)
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(disposition, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        // No body is sent from a stream. Without this call the task would wait.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }
}

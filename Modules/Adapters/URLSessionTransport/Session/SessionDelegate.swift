import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What URLSession calls, on a queue of its own and in the order of the events: passes all of it on to the exchange that it
/// is about, and declines whatever URLSession offers to do by itself.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    let exchanges = ExchangeRegistry()
    private let failures = FailureTranslator()
    private let servers: ServerTrust?

    /// - Parameter servers: judges servers, or `nil` to leave that to the system.
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
                exchange.end(with: .invalidResponse(reason: "URLSession made no HTTP answer of what came."))
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
        // An informational one stands there too.
        let hasHead = head.map { $0.status.kind != .informational } ?? false
        exchange.complete(error.map { failures.translate($0, hasHead: hasHead) }, head: head)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let mayRefuse =
            Stack.current.respondsToCancelledTasks || exchanges[task.taskIdentifier]?.mayRefuseRedirect() ?? true
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
        guard let disposition = Stack.current.disposition(for: challenge) else {
            // The answer that asks for a credential has been received to its end, and it is what the caller gets.
            exchanges[task.taskIdentifier]?.challenge(head: challenge.failureResponse?.head)
            return completionHandler(.cancelAuthenticationChallenge, nil)
        }
        completionHandler(disposition, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        // Streams are not what bodies are sent from; without an answer the task would wait.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }
}

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Networking
import Synchronization

/// Collects an answer as the client reports it, on one event loop.
final class AnswerCollector: HTTPClientResponseDelegate {
    struct Answer: Sendable {
        let head: HTTPResponseHead
        let body: ByteBuffer
    }

    private struct State {
        var head: HTTPResponseHead?
        var body = ByteBuffer()
    }

    private let method: HTTPMethod
    private let bodyLimit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - method: the request's.
    ///   - bodyLimit: how many bytes of a body the answer may have, decoded.
    init(to method: HTTPMethod, bodyLimit: Int) {
        self.method = method
        self.bodyLimit = bodyLimit
    }

    /// What has come, or `nil` before the head has.
    var answer: Answer? {
        state.withLock { state in state.head.map { Answer(head: $0, body: state.body) } }
    }

    /// How far the exchange has come, on which it depends what its failure means.
    var phase: FailureTranslator.Phase {
        guard let head = state.withLock(\.head) else { return .head }
        return head.hasBody(answering: method) ? .body : .noBody
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock { $0.head = head }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let isTooLarge = state.withLock { state in
            guard state.body.readableBytes + buffer.readableBytes <= bodyLimit else { return true }
            // Most answers come in one piece, which is kept as it is.
            if state.body.readableBytes == 0 { state.body = buffer } else { state.body.writeImmutableBuffer(buffer) }
            return false
        }
        guard !isTooLarge else {
            return task.eventLoop.makeFailedFuture(TransportError.responseTooLarge(limit: bodyLimit))
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}
}

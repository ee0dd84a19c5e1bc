import AsyncHTTPClient
import Foundation
public import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
public import Networking
import Primitives

extension NIOTransport {
    public func send(
        _ request: HTTPRequest, body: RequestBody, on terms: ExchangeTerms
    ) async throws(TransportError) -> ServerResponse {
        guard case .buffered(let bodyLimit) = terms.delivery, let content = BufferedContent(body) else {
            return try await sendInTask(request, body: body, on: terms)
        }
        guard !Task.isCancelled else { throw .cancelled }
        let destination = try Destination(of: request)
        let message: HTTPClient.Request
        do {
            message = try HTTPClient.Request(request, to: destination, body: content.body)
        } catch {
            throw failures.translate(error, at: .connecting)
        }
        let exchange = BufferedExchange(message, bodyLimit: bodyLimit)
        let alarm = terms.limit?.setAlarm { exchange.end(with: .limitPassed) }
        defer { alarm?.turnOff() }
        let share = loads.begin()
        defer { loads.end(share) }
        do {
            try await exchange.run(on: try await clients.client(for: destination), at: share.loop)
        } catch {
            guard exchange.phase == .noBody, failures.isMissingCompressedBody(error) else {
                throw failures.translate(error, at: exchange.phase)
            }
        }
        // The client has reported no failure, and so a head.
        guard let answer = exchange.received else { throw .invalidResponse(reason: "The answer has no head.") }
        return ServerResponse(
            head: HTTPResponse(answer.head.status, answer.head.headers), body: .data(Data(sharing: answer.body)))
    }
}

/// A request body that is sent in one piece.
private struct BufferedContent {
    let body: HTTPClient.Body?

    /// `nil` for a body that is better read piece by piece.
    init?(_ body: RequestBody) {
        switch body {
        case .empty: self.body = nil
        case .data(let data) where data.count <= 256 * 1024: self.body = .byteBuffer(ByteBuffer(data: data))
        case .data, .stream: return nil
        }
    }
}

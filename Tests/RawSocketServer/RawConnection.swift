public import Foundation
import NIOCore

/// One client's connection, as a script uses it.
public final class RawConnection {
    let channel: any Channel
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let record: (RawRequest) -> Void
    private var received = ByteBuffer()

    init(
        _ channel: any Channel, _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        record: @escaping (RawRequest) -> Void
    ) {
        self.channel = channel
        self.inbound = inbound.makeAsyncIterator()
        self.record = record
    }

    /// Sends exactly these bytes, and returns when the operating system has taken all of them.
    public func send(_ bytes: Data) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// Sends exactly this text, as UTF-8.
    public func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    /// Receives a complete request with its body (64 MiB at most).
    @discardableResult
    public func receiveRequest() async throws -> RawRequest {
        var request = try await nextHead()
        var framing = try BodyFraming(of: request)
        while let piece = try await nextPiece(&framing) {
            request.body.append(piece)
            guard request.body.count <= 64 * 1024 * 1024 else { throw RawSocketError.tooLarge }
        }
        record(request)
        return request
    }

    /// Receives a request's head, and nothing after it.
    @discardableResult
    public func receiveHead() async throws -> RawRequest {
        let request = try await nextHead()
        record(request)
        return request
    }

    /// Receives and discards the body that belongs to `head`, and returns its length.
    public func skipBody(of head: RawRequest) async throws -> Int {
        var framing = try BodyFraming(of: head)
        var count = 0
        while let piece = try await nextPiece(&framing) { count += piece.count }
        return count
    }

    /// Returns when the client has ended the connection in any way. Bytes received until then are dropped.
    public func waitForEnd() async {
        repeat { received.clear() } while (try? await receiveMore()) != nil
    }

    private func nextHead() async throws -> RawRequest {
        let head = try await nextText(through: "\r\n\r\n")
        return RawRequest(head: head)
    }

    private func nextPiece(_ framing: inout BodyFraming) async throws -> Data? {
        while true {
            switch framing {
            case .done:
                return nil
            case .bytes(0, let isChunk):
                if isChunk { _ = try await nextText(through: "\r\n") }
                framing = isChunk ? .chunkHead : .done
            case .bytes(let left, let isChunk):
                while received.readableBytes == 0 { try await receiveMore() }
                let count = min(left, received.readableBytes)
                framing = .bytes(left - count, isChunk: isChunk)
                return received.readBytes(length: count).map { Data($0) }
            case .chunkHead:
                let line = try await nextText(through: "\r\n")
                guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { throw RawSocketError.notHTTP }
                framing = size > 0 ? .bytes(size, isChunk: true) : .trailers
            case .trailers:
                if try await nextText(through: "\r\n").isEmpty { framing = .done }
            }
        }
    }

    /// The text before `mark`, which is dropped.
    private func nextText(through mark: String) async throws -> String {
        let mark = Data(mark.utf8)
        while true {
            let view = received.readableBytesView
            if let range = view.firstRange(of: mark) {
                let text = String(decoding: view[..<range.lowerBound], as: UTF8.self)
                received.moveReaderIndex(to: range.upperBound)
                return text
            }
            guard received.readableBytes < 64 * 1024 else { throw RawSocketError.tooLarge }
            try await receiveMore()
        }
    }

    private func receiveMore() async throws {
        guard var bytes = try await inbound.next(isolation: #isolation) else { throw RawSocketError.ended }
        received.discardReadBytes()
        received.writeBuffer(&bytes)
    }
}

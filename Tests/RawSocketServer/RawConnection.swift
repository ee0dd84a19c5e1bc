public import Foundation
import NIOCore
import NIOPosix

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

    /// Sends a complete response; the connection stays open for the next request.
    public func respond(_ status: Int = 200, _ fields: [String] = [], body: String = "") async throws {
        let head = ["HTTP/1.1 \(status) Scripted"] + fields + ["Content-Length: \(body.utf8.count)", "", ""]
        try await send(head.joined(separator: "\r\n") + body)
    }

    /// Receives a complete request with its body (64 MiB at most).
    @discardableResult
    public func receiveRequest() async throws -> RawRequest {
        var request = RawRequest(head: try await nextText(through: "\r\n\r\n"))
        try await receiveBody(of: request) { piece in
            request.body.append(piece)
            guard request.body.count <= 64 * 1024 * 1024 else { throw RawSocketError.tooLarge }
        }
        record(request)
        return request
    }

    /// Receives a request's head, and nothing after it.
    @discardableResult
    public func receiveHead() async throws -> RawRequest {
        let request = RawRequest(head: try await nextText(through: "\r\n\r\n"))
        record(request)
        return request
    }

    /// Receives and discards the body that belongs to `head`, and returns its length.
    public func skipBody(of head: RawRequest) async throws -> Int {
        var count = 0
        try await receiveBody(of: head) { count += $0.count }
        return count
    }

    /// Receives the body that belongs to `head` in pieces, as they arrive.
    public func receiveBody(of head: RawRequest, _ receive: (Data) async throws -> Void) async throws {
        var framing = try BodyFraming(of: head)
        while let piece = try await nextPiece(&framing) { try await receive(piece) }
    }

    /// Returns when the client has ended the connection in any way. Bytes received until then are dropped.
    public func waitForEnd() async {
        repeat { received.clear() } while (try? await receiveMore()) != nil
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

extension RawConnection {
    /// Closes the connection without a closing message of the protocols above TCP: in TLS, without close_notify.
    public func cut() async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.context(name: Floor.name).close(mode: .all, promise: nil)
        }.get()
        try await channel.closeFuture.get()
    }

    /// Ends the sending side (FIN), and continues to receive.
    public func finishSending() async throws {
        try await channel.close(mode: .output).get()
    }

    /// Ends the connection with a reset (RST) instead of a close.
    public func reset() async throws {
        let options = channel as? any SocketOptionProvider
        // No linger time: unsent bytes are dropped, and the client gets a reset.
        try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await cut()
    }
}

/// The progress of receiving a request's body (RFC 9112 section 6).
enum BodyFraming {
    case bytes(Int, isChunk: Bool)
    case chunkHead
    case trailers
    case done

    init(of request: RawRequest) throws {
        if request["Transfer-Encoding"]?.lowercased() == "chunked" {
            self = .chunkHead
        } else if let length = request["Content-Length"] {
            guard let length = Int(length), length >= 0 else { throw RawSocketError.notHTTP }
            self = .bytes(length, isChunk: false)
        } else {
            self = .done
        }
    }
}

/// The reason why a script could not continue.
enum RawSocketError: Error {
    /// The client ended the connection.
    case ended
    /// The client sent something other than an HTTP/1.1 request.
    case notHTTP
    /// The client sent more than a server accepts.
    case tooLarge
}

import Foundation
import NIOCore
import Networking
import Synchronization

/// Passes a response body from the connection to the task that reads it, and pauses the connection for a slow reader.
final class ResponseQueue: Sendable {
    private struct State {
        var pieces: [ByteBuffer] = []
        var count = 0
        /// The connection reads no further until the queue is empty.
        var isFull = false
        var end: Result<Void, TransportError>?
        var reader: CheckedContinuation<Void, Never>?

        var isReady: Bool { !pieces.isEmpty || end != nil }

        /// Appends a small piece to the previous one, because each piece holds its whole receive buffer in memory.
        mutating func add(_ piece: ByteBuffer) {
            if piece.readableBytes < 4096, let last = pieces.indices.last, pieces[last].readableBytes < 16_384 {
                pieces[last].writeImmutableBuffer(piece)
            } else {
                pieces.append(piece)
            }
        }
    }

    private let exchange: Exchange
    private let connection: HTTPConnection
    private let state = Mutex(State())

    /// The number of unread bytes at which the connection pauses.
    private static let limit = 256 * 1024

    init(of exchange: Exchange, on connection: HTTPConnection) {
        self.exchange = exchange
        self.connection = connection
    }

    /// Adds received bytes. Returns whether the connection should continue to read.
    func append(_ piece: ByteBuffer) -> Bool {
        let (reader, isFull) = state.withLock { state in
            guard state.end == nil else { return (state.reader.take(), false) }
            state.add(piece)
            state.count += piece.readableBytes
            state.isFull = state.count >= Self.limit
            return (state.reader.take(), state.isFull)
        }
        reader?.resume()
        return !isFull
    }

    /// Ends the body, complete or with an error. The reader still receives earlier bytes, unless the exchange was
    /// cancelled or the transport was shut down. Returns whether this was the first end; later ones have no effect.
    @discardableResult
    func finish(_ end: Result<Void, TransportError>) -> Bool {
        let (isFirst, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard state.end == nil else { return (false, nil) }
            state.end = end
            if case .failure(let error) = end, error == .cancelled || error == .closed { state.pieces = [] }
            return (true, state.reader.take())
        }
        reader?.resume()
        return isFirst
    }

    /// Returns all received pieces, or waits for some; returns `nil` at the end. `ByteStream` allows one reader.
    func next() async throws(TransportError) -> [ByteBuffer]? {
        if !state.withLock(\.isReady) { await waitUntilReady() }
        let (pieces, end, wasFull) = state.withLock { state in
            defer { (state.pieces, state.count, state.isFull) = ([], 0, false) }
            return (state.pieces, state.end, state.isFull)
        }
        if wasFull { connection.resumeReading(for: exchange) }
        if !pieces.isEmpty { return pieces }
        try end?.get()
        return nil
    }

    /// Discards the rest of the body and closes the connection, unless the body is complete.
    func abandon() {
        if finish(.failure(.cancelled)) { connection.abort(exchange) }
    }

    private func waitUntilReady() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                let isReady = state.withLock { state in
                    if !state.isReady { state.reader = reader }
                    return state.isReady
                }
                if isReady { reader.resume() }
            }
        } onCancel: {
            abandon()
        }
    }
}

/// The body of a response. The connection reads the socket at the pace of the body's only reader.
struct ResponseBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    private let reader: Reader

    /// - Parameter decoder: decodes the body; `nil` for a body without encoding.
    init(_ queue: ResponseQueue, decoder: sending ContentDecoder?) {
        reader = Reader(queue, decoder)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(reader: reader)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let reader: Reader
        private var pieces: ArraySlice<ByteBuffer> = []

        fileprivate init(reader: Reader) {
            self.reader = reader
        }

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            while true {
                if pieces.isEmpty { pieces = try await reader.queue.next()?[...] ?? [] }
                guard reader.isEncoded else { return pieces.popFirst().map { Data(sharing: $0) } }
                let isLast = pieces.isEmpty
                let decoded = try await reader.decode(pieces.popFirst())
                if isLast || !decoded.isEmpty { return isLast ? nil : decoded }
            }
        }
    }

    /// Cancels the exchange when the last reader is released.
    fileprivate final class Reader: Sendable {
        let queue: ResponseQueue
        let isEncoded: Bool
        private let decoder: Mutex<ContentDecoder?>

        init(_ queue: ResponseQueue, _ decoder: sending ContentDecoder?) {
            self.queue = queue
            isEncoded = decoder != nil
            self.decoder = Mutex(decoder)
        }

        /// Decodes a piece, away from the event loop and from the reader's executor. `nil` is the end of the body. A
        /// body that can't be decoded closes its connection.
        @concurrent
        func decode(_ piece: ByteBuffer?) async throws(TransportError) -> Data {
            do throws(TransportError) {
                return try decoder.withLock { decoder throws(TransportError) in
                    try decoder?.decode(piece) ?? Data()
                }
            } catch {
                queue.abandon()
                throw error
            }
        }

        deinit {
            queue.abandon()
        }
    }
}

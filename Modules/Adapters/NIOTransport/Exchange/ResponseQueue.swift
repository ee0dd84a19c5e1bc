import NIOCore
import Networking
import Synchronization

/// A response body between the connection that receives it and the task that reads it, limited by the reader's pace.
final class ResponseQueue: Sendable {
    private struct State {
        var pieces: [ByteBuffer] = []
        var count = 0
        /// The connection reads no further until the queue is empty.
        var isFull = false
        var end: Result<Void, TransportError>?
        var reader: CheckedContinuation<Void, Never>?

        var isReady: Bool { !pieces.isEmpty || end != nil }

        /// Copies a small piece behind the one before: each piece keeps the whole buffer that it was received in.
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

    /// In bytes: beyond this, the connection pauses.
    private static let limit = 256 * 1024

    init(of exchange: Exchange, on connection: HTTPConnection) {
        self.exchange = exchange
        self.connection = connection
    }

    /// Bytes have been received. Whether the connection should read on.
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

    /// The body is complete, or ends here with an error. The reader still gets what was received before, unless it gave up or
    /// the transport was shut down. The first end counts; whether this was it.
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

    /// All pieces that are there, at least one; waits for the first. `nil` at the end. For one reader at a time.
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

    /// The rest of the body is not wanted: its connection is closed, unless the body is complete.
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

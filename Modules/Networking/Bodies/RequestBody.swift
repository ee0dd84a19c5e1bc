public import Foundation
import Primitives
import Synchronization

/// The body of a request.
public enum RequestBody: Sendable {
    case empty
    case data(Data)
    case stream(Streamed)

    /// A body that is read while it is sent, in constant memory.
    public struct Streamed: Sendable {
        /// The length in bytes; `nil` if it is unknown, so that the body is sent in chunks.
        public let length: Int64?
        /// Whether ``open`` returns the same bytes each time. Only such a body can be sent again.
        public let isReplayable: Bool
        /// Opens the body at its first byte.
        public let open: @Sendable () -> ByteStream

        /// - Parameter open: called once for each attempt.
        public init(length: Int64?, isReplayable: Bool, open: @escaping @Sendable () -> ByteStream) {
            self.length = length
            self.isReplayable = isReplayable
            self.open = open
        }
    }

    /// The length in bytes; `nil` if it is not known before sending.
    public var length: Int64? {
        switch self {
        case .empty: 0
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.length
        }
    }

    /// Whether another attempt can send the same bytes.
    public var isReplayable: Bool {
        switch self {
        case .empty, .data: true
        case .stream(let stream): stream.isReplayable
        }
    }
}

extension RequestBody {
    /// Bodies in memory are small, so their progress has smaller steps than that of a file.
    private static var progressStep: Int { 64 * 1024 }

    /// The same body, reporting how much of it the transport has accepted.
    ///
    /// A chunk counts once the transport requests the next one; until then it may still wait for a full socket. Sending
    /// the body again restarts the transfer. `.empty` stays as it is, because a transport would send an empty stream as
    /// a body, and a `GET` must not have one.
    func reporting(
        to report: @escaping @Sendable (TransferProgress) -> Void, time: any TimeSource
    ) -> RequestBody {
        let (length, isReplayable) = (length, isReplayable)
        let meter = SharedMeter(total: length, time: time)
        let open: @Sendable () -> ByteStream
        switch self {
        case .empty: return self
        case .data(let data): open = { ByteStream(chunks: data.split(every: Self.progressStep)) }
        case .stream(let stream): open = stream.open
        }
        return .stream(
            Streamed(length: length, isReplayable: isReplayable) {
                meter.begin()
                return ByteStream(AcceptedBytes(base: open()) { report(meter.moved($0)) })
            })
    }

    /// A part of a file on disk, read again for each attempt. The file must not change.
    ///
    /// - Parameters:
    ///   - opened: called at the start of each attempt.
    ///   - accepted: receives the number of bytes in each chunk that the transport has accepted.
    package static func part(
        _ range: Range<Int64>, of file: URL, opened: @escaping @Sendable () -> Void,
        accepted: @escaping @Sendable (Int) -> Void
    ) -> RequestBody {
        .stream(
            Streamed(length: range.upperBound - range.lowerBound, isReplayable: true) {
                opened()
                let bytes = FileBytes(file: file, expectedLength: range.upperBound, part: range)
                return ByteStream(AcceptedBytes(base: ByteStream(bytes), report: accepted))
            })
    }
}

/// The progress of one body over all attempts to send it.
private final class SharedMeter: Sendable {
    private let time: any TimeSource
    private let state: Mutex<(meter: TransferMeter, hasBegun: Bool)>

    init(total: Int64?, time: any TimeSource) {
        self.time = time
        state = Mutex((TransferMeter(total: total, at: time.monotonicTime), false))
    }

    func begin() {
        state.withLock { state in
            if state.hasBegun { state.meter.restarted() }
            state.hasBegun = true
        }
    }

    func moved(_ count: Int) -> TransferProgress {
        state.withLock { state in
            state.meter.moved(count, at: time.monotonicTime)
            return state.meter.progress
        }
    }
}

private struct AcceptedBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let base: ByteStream
    let report: @Sendable (Int) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: ByteStream.Iterator
        let report: @Sendable (Int) -> Void
        var handedOut = 0

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if handedOut > 0 { report(handedOut) }
            handedOut = 0
            let chunk = try await base.next(isolation: actor)
            handedOut = chunk?.count ?? 0
            return chunk
        }
    }
}

extension Data {
    fileprivate func split(every size: Int) -> [Data] {
        stride(from: 0, to: count, by: size).map { self[startIndex + $0..<Swift.min(startIndex + $0 + size, endIndex)] }
    }
}

import Foundation
import Primitives
import Synchronization

extension RequestBody {
    /// The same body, which tells how much of it the transport has accepted. A piece counts when the transport asks for
    /// the next one: until then it may still wait in front of a full socket. No body stays none: a stream without bytes
    /// is a body to a transport, and a `GET` must not have one. A body that is sent again is a transfer that begins anew.
    func reporting(
        to report: @escaping @Sendable (TransferProgress) -> Void, time: any TimeSource
    ) -> RequestBody {
        let (length, isReplayable) = (length, isReplayable)
        let course = Course(total: length, time: time)
        let open: @Sendable () -> ByteStream
        switch self {
        case .empty: return self
        case .data(let data): open = { ByteStream(chunks: data.split(every: FileBytes.chunkSize)) }
        case .stream(let stream): open = stream.open
        }
        return .stream(
            Streamed(length: length, isReplayable: isReplayable) {
                course.begin()
                return ByteStream(AcceptedBytes(base: open(), course: course, report: report))
            })
    }
}

/// What all attempts to send one body have in common.
private final class Course: Sendable {
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
    let course: Course
    let report: @Sendable (TransferProgress) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), course: course, report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: ByteStream.Iterator
        let course: Course
        let report: @Sendable (TransferProgress) -> Void
        var handedOut = 0

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if handedOut > 0 { report(course.moved(handedOut)) }
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

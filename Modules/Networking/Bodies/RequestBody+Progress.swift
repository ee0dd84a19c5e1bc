import Foundation

extension RequestBody {
    /// The same body, which tells how much of it the transport has accepted. A piece counts when the transport asks for
    /// the next one: until then it may still wait in front of a full socket. No body stays none: a stream without bytes
    /// is a body to a transport, and a `GET` must not have one.
    func reporting(to report: @escaping @Sendable (TransferProgress) -> Void) -> RequestBody {
        let (length, isReplayable) = (length, isReplayable)
        let open: @Sendable () -> ByteStream
        switch self {
        case .empty: return self
        case .data(let data): open = { ByteStream(chunks: data.split(every: FileBytes.chunkSize)) }
        case .stream(let stream): open = stream.open
        }
        return .stream(
            Streamed(length: length, isReplayable: isReplayable) {
                ByteStream(AcceptedBytes(base: open(), total: length, report: report))
            })
    }
}

private struct AcceptedBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let base: ByteStream
    let total: Int64?
    let report: @Sendable (TransferProgress) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator(), total: total, report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: ByteStream.Iterator
        let total: Int64?
        let report: @Sendable (TransferProgress) -> Void
        var accepted: Int64 = 0
        var handedOut: Int64 = 0

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if handedOut > accepted {
                accepted = handedOut
                report(TransferProgress(completed: accepted, total: total))
            }
            let chunk = try await base.next(isolation: actor)
            handedOut += Int64(chunk?.count ?? 0)
            return chunk
        }
    }
}

extension Data {
    fileprivate func split(every size: Int) -> [Data] {
        stride(from: 0, to: count, by: size).map { self[startIndex + $0..<Swift.min(startIndex + $0 + size, endIndex)] }
    }
}

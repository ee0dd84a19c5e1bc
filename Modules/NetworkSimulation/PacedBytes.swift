import Foundation
import Networking
import Primitives

/// A body that arrives slowly, or ends early.
struct PacedBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let data: Data
    /// The length at which the body ends.
    let end: Int
    let isTruncated: Bool
    /// The pause before each chunk; `nil` sends everything at once.
    let pause: Duration?
    let time: any TimeSource

    func makeAsyncIterator() -> Iterator {
        Iterator(bytes: self)
    }

    struct Iterator: AsyncIteratorProtocol {
        let bytes: PacedBytes
        var position = 0

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            guard position < bytes.end else {
                if bytes.isTruncated { throw .truncatedResponse }
                return nil
            }
            var length = bytes.end - position
            if let pause = bytes.pause {
                do { try await bytes.time.sleep(for: pause) } catch { throw .cancelled }
                length = Swift.min(length, 16)
            }
            let start = bytes.data.startIndex + position
            position += length
            return bytes.data[start..<start + length]
        }
    }
}

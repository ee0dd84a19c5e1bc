import Foundation
import Primitives

/// Reads a streamed body in a task of its own, so that a timer can end a read that waits too long.
actor BodyReader {
    private var iterator: ByteStream.Iterator

    init(_ body: ByteStream) {
        iterator = body.makeAsyncIterator()
    }

    /// The next piece; `nil` at the end. Fails with ``TransportError/idleTimeout`` if nothing arrives within `limit`.
    nonisolated func next(
        within limit: Duration?, on time: any TimeSource
    ) async -> Result<Data?, TransportError> {
        guard let limit else { return await next() }
        let deadline = Deadline(.attempt(limit), from: time.monotonicTime)
        let (result, isLate) = await deadline.outcome(on: time) { await self.next() }
        if isLate, case .failure = result { return .failure(.idleTimeout) }
        return result
    }

    private func next() async -> Result<Data?, TransportError> {
        var reading = iterator
        defer { iterator = reading }
        do throws(TransportError) {
            return .success(try await reading.next(isolation: self))
        } catch {
            return .failure(error)
        }
    }
}

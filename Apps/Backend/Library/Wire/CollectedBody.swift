import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Collects a response's body, so that it can be stored and sent again.
final class CollectedBody: ResponseBodyWriter, Sendable {
    private let buffer = Mutex(ByteBuffer())

    private init() {}

    static func collect(_ body: ResponseBody) async throws -> ByteBuffer {
        let collected = CollectedBody()
        try await body.write(collected)
        return collected.buffer.withLock { $0 }
    }

    func write(_ buffer: ByteBuffer) async throws {
        self.buffer.withLock { _ = $0.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

import AsyncHTTPClient
import NIOCore
import NIOFoundationCompat
import NIOPosix
import Networking

/// A request body on its way to the client.
struct Upload {
    /// `nil` sends none: the client then announces a length of 0 for the methods that expect a body.
    let body: HTTPClientRequest.Body?
    /// For a streamed body only.
    let control: UploadControl?

    init(_ body: RequestBody) {
        switch body {
        case .empty:
            (self.body, control) = (nil, nil)
        case .data(let data):
            // The overload for collections copies when it sends, at most 4 MiB at a time.
            (self.body, control) = (.bytes(data, length: .known(Int64(data.count))), nil)
        case .stream(let stream):
            let control = UploadControl()
            let bytes = UploadBytes(open: stream.open, reading: control.reading)
            self.body = .stream(bytes, length: stream.length.map { .known($0) } ?? .unknown)
            self.control = control
        }
    }
}

/// Reads a streamed body for the client.
private struct UploadBytes: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let open: @Sendable () -> ByteStream
    let reading: InterruptibleReading

    func makeAsyncIterator() -> Iterator {
        Iterator(source: open().makeAsyncIterator(), reading: reading)
    }

    struct Iterator: AsyncIteratorProtocol {
        var source: ByteStream.Iterator
        let reading: InterruptibleReading
        var inFlight = 0

        /// The client's task belongs to no actor.
        @concurrent
        mutating func next() async throws -> ByteBuffer? {
            if inFlight >= Self.readAhead {
                await Self.settle()
                inFlight = 0
            }
            guard let piece = try await reading.run({ try await source.next() }) else { return nil }
            inFlight += piece.count
            return ByteBuffer(data: piece)
        }

        private static var readAhead: Int { 2 * 1024 * 1024 }

        /// Returns when the event loops have dealt with all pieces that were given out.
        ///
        /// The client asks for pieces until the connection's event loop says that the socket is full, and a busy loop says so
        /// late: without this, tens of megabytes of a body that is quick to read wait in memory.
        private static func settle() async {
            for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                await withCheckedContinuation { continuation in loop.execute { continuation.resume() } }
            }
        }
    }
}

/// Ends an upload when the exchange ends: held by the response, and with it gone nobody wants the rest.
final class UploadControl: Sendable {
    fileprivate let reading = InterruptibleReading()

    /// Stops reading the body, at once and for good.
    func stop() {
        reading.interrupt()
    }

    deinit {
        reading.interrupt()
    }
}

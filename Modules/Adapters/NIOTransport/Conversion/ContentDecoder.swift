import CZlib
import NIOCore
import NIOHTTP1
import Networking

/// Decodes a response body with a Content-Encoding of gzip or deflate (RFC 9110 section 8.4.1), using zlib.
///
/// A gzip body may consist of several members (RFC 1952 section 2.2).
final class ContentDecoder {
    private let limit: Int
    // zlib stores the stream's address, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var decoded = 0
    private var state = State.empty

    private enum State {
        case empty
        case within
        /// At the end of a member.
        case between
    }

    /// The size of the largest decoded piece, in bytes.
    private static let pieceSize = 64 * 1024

    /// Returns `nil` for other encodings; the body is then delivered as it was sent.
    ///
    /// - Parameters:
    ///   - encodings: the values of Content-Encoding.
    ///   - limit: the maximum size of the decoded body, in bytes.
    init?(_ encodings: [String], limit: Int) {
        guard encodings.count == 1, ["gzip", "x-gzip", "deflate"].contains(encodings[0].lowercased()) else {
            return nil
        }
        self.limit = limit
        stream.initialize(to: z_stream())
        // 15 is the largest window; 32 makes zlib detect gzip or deflate from the first bytes.
        let size = Int32(MemoryLayout<z_stream>.size)
        guard inflateInit2_(stream, 15 + 32, ZLIB_VERSION, size) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    /// Whether the body may end here. An empty body is complete, such as the one of a response to HEAD.
    var isComplete: Bool { state != .within }

    /// Decodes `piece` and passes the result to `receive` in pieces.
    func decode(
        _ piece: ByteBuffer, _ receive: (ByteBuffer) throws(TransportError) -> Void
    ) throws(TransportError) {
        var piece = piece
        var hasMore = piece.readableBytes > 0
        while hasMore {
            if state == .between { inflateReset(stream) }
            state = .within
            var output = ByteBufferAllocator().buffer(capacity: min(Self.pieceSize, max(1024, 4 * piece.readableBytes)))
            let isFull = try inflate(&piece, to: &output)
            decoded += output.readableBytes
            guard decoded <= limit else { throw .responseTooLarge(limit: limit) }
            if output.readableBytes > 0 { try receive(output) }
            hasMore = piece.readableBytes > 0 || (isFull && state == .within)
        }
    }

    /// Decodes into `output`. Returns whether it is full, so that there may be more output without further input.
    private func inflate(_ input: inout ByteBuffer, to output: inout ByteBuffer) throws(TransportError) -> Bool {
        var status = Z_OK
        var isFull = false
        let consumed = input.withUnsafeReadableBytes { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: bytes.bindMemory(to: Bytef.self).baseAddress)
            stream.pointee.avail_in = UInt32(clamping: bytes.count)
            let available = stream.pointee.avail_in
            output.writeWithUnsafeMutableBytes(minimumWritableBytes: 1) { space in
                stream.pointee.next_out = space.bindMemory(to: Bytef.self).baseAddress
                stream.pointee.avail_out = UInt32(clamping: space.count)
                status = zlibInflate(stream, Z_NO_FLUSH)
                isFull = stream.pointee.avail_out == 0
                return space.count - Int(stream.pointee.avail_out)
            }
            return Int(available - stream.pointee.avail_in)
        }
        input.moveReaderIndex(forwardBy: consumed)
        switch status {
        case Z_STREAM_END: state = .between
        // Z_BUF_ERROR: no input or no room for output is left, which is no error here.
        case Z_OK, Z_BUF_ERROR: break
        default: throw .invalidResponse(reason: "Its compressed body is damaged.")
        }
        return isFull
    }
}

/// Calls zlib's function, whose name the method `inflate(_:to:)` hides.
private func zlibInflate(_ stream: UnsafeMutablePointer<z_stream>, _ flush: Int32) -> Int32 {
    inflate(stream, flush)
}

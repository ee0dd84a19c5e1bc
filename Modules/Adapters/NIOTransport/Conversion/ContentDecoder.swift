import CZlib
import Foundation
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

    /// By how many bytes the decoded piece grows at most at once.
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

    /// Decodes the next piece of the body. `nil` is its end, where the encoding must be complete. An empty body is
    /// complete, such as the one of a response to HEAD.
    func decode(_ piece: ByteBuffer?) throws(TransportError) -> Data {
        guard var piece else {
            guard state != .within else { throw .truncatedResponse }
            return Data()
        }
        var output = ByteBuffer()
        var hasMore = piece.readableBytes > 0
        while hasMore {
            if state == .between { inflateReset(stream) }
            state = .within
            let before = output.readableBytes
            output.reserveCapacity(minimumWritableBytes: min(Self.pieceSize, max(1024, 4 * piece.readableBytes)))
            let isFull = try inflate(&piece, to: &output)
            decoded += output.readableBytes - before
            guard decoded <= limit else { throw .responseTooLarge(limit: limit) }
            hasMore = piece.readableBytes > 0 || (isFull && state == .within)
        }
        return Data(sharing: output)
    }

    /// Decodes a whole body, away from the event loop and from the caller's executor.
    @concurrent
    static func decode(_ body: ByteBuffer, _ encodings: [String], limit: Int) async throws(TransportError) -> Data {
        guard let decoder = ContentDecoder(encodings, limit: limit) else { return Data(sharing: body) }
        let data = try decoder.decode(body)
        _ = try decoder.decode(nil)
        return data
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

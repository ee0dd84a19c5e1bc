import CZlib
import Foundation
import HTTPTypes
import NIOCore
import Networking

/// Undoes the content codings of a response body (RFC 9110 section 8.4.1), the last one first.
final class ContentDecoder {
    private let stages: [Inflater]
    private let isDecodable: Bool

    /// More than any server needs. Each coding multiplies the work for one byte of the body.
    private static let maximumCount = 5

    /// Returns `nil` for a body without codings, and for an error response with an unknown coding: its body is
    /// delivered as it was sent, so that the caller learns the status.
    ///
    /// - Parameter limit: the maximum size of the decoded body, in bytes.
    init?(_ head: HTTPResponse, limit: Int) {
        let codings = head.headerFields.contentCodings
        isDecodable =
            codings.count <= Self.maximumCount && codings.allSatisfy { ["gzip", "x-gzip", "deflate"].contains($0) }
        if codings.isEmpty || !isDecodable && head.status.code >= 400 { return nil }
        stages = isDecodable ? codings.reversed().map { Inflater(mayBeRaw: $0 == "deflate", limit: limit) } : []
    }

    /// Decodes the next piece of the body. `nil` is its end, where the coding must be complete. An empty body is
    /// complete, such as the one of a response to HEAD.
    func decode(_ piece: ByteBuffer?) throws(TransportError) -> Data {
        guard var piece else {
            for stage in stages { try stage.finish() }
            return Data()
        }
        guard isDecodable || piece.readableBytes == 0 else {
            throw .invalidResponse(reason: "Its body has a content coding other than gzip and deflate.")
        }
        for stage in stages { piece = try stage.decode(piece) }
        return Data(sharing: piece)
    }

    /// Decodes a whole body, away from the event loop and from the caller's executor.
    @concurrent
    static func decode(_ body: ByteBuffer, of head: HTTPResponse, limit: Int) async throws(TransportError) -> Data {
        guard let decoder = ContentDecoder(head, limit: limit) else { return Data(sharing: body) }
        let data = try decoder.decode(body)
        _ = try decoder.decode(nil)
        return data
    }
}

/// Decodes gzip and deflate, using zlib.
///
/// A gzip body may consist of several members (RFC 1952 section 2.2), and zeros may follow it, as in a file that is
/// padded to whole blocks. Many servers send deflate without the header that RFC 9110 section 8.4.1.2 requires.
private final class Inflater {
    private let limit: Int
    // zlib stores the stream's address, so it must not move.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var decoded = 0
    private var state = State.empty
    /// The first bytes, until they show whether there is a header; `nil` afterwards, and if a header is required.
    private var start: ByteBuffer?

    private enum State {
        case empty
        case within
        /// At the end of a member.
        case between
    }

    /// By how many bytes the decoded piece grows at most at once.
    private static let pieceSize = 64 * 1024

    init(mayBeRaw: Bool, limit: Int) {
        self.limit = limit
        start = mayBeRaw ? ByteBuffer() : nil
        stream.initialize(to: z_stream())
        // 15 is the largest window; 32 makes zlib detect gzip or deflate from the first bytes.
        let status = inflateInit2_(stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(status == Z_OK, "zlib has no memory, or another version than its header.")
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
    }

    func finish() throws(TransportError) {
        guard state != .within, start?.readableBytes ?? 0 == 0 else { throw .truncatedResponse }
    }

    func decode(_ new: ByteBuffer) throws(TransportError) -> ByteBuffer {
        var piece = new
        if var start {
            start.writeBuffer(&piece)
            guard start.readableBytes >= 2 else {
                self.start = start
                return ByteBuffer()
            }
            piece = start
            self.start = nil
            if !hasHeader(start) { inflateReset2(stream, -15) }
        }
        var output = ByteBuffer()
        if state == .between { skipZeros(&piece) }
        var hasMore = piece.readableBytes > 0
        while hasMore {
            if state == .between { inflateReset(stream) }
            state = .within
            let before = output.readableBytes
            output.reserveCapacity(minimumWritableBytes: min(Self.pieceSize, max(1024, 4 * piece.readableBytes)))
            let isFull = try inflate(&piece, to: &output)
            decoded += output.readableBytes - before
            guard decoded <= limit else { throw .responseTooLarge(limit: limit) }
            if state == .between { skipZeros(&piece) }
            hasMore = piece.readableBytes > 0 || (isFull && state == .within)
        }
        return output
    }

    private func skipZeros(_ piece: inout ByteBuffer) {
        piece.moveReaderIndex(forwardBy: piece.readableBytesView.prefix { $0 == 0 }.count)
    }

    /// Whether deflate begins as it should: with the header of zlib (RFC 1950 section 2.2), or that of gzip.
    private func hasHeader(_ start: ByteBuffer) -> Bool {
        guard let first: UInt16 = start.getInteger(at: start.readerIndex) else { return true }
        return first == 0x1F8B || first & 0x0F00 == 0x0800 && first % 31 == 0
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
        // Z_BUF_ERROR: no input or no room for output is left, which is not an error here.
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

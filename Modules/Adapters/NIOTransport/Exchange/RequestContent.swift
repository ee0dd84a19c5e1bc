import Foundation
import NIOCore
import NIOFoundationCompat
import Networking

/// A request's body in the form in which a connection sends it.
enum RequestContent: Sendable {
    case empty
    /// Sent together with the head.
    case bytes(ByteBuffer)
    /// Read while it is sent.
    case stream(RequestBody.Streamed)

    /// The maximum number of bytes that are passed to the operating system at once.
    private static let pieceSize = 256 * 1024

    init(_ body: RequestBody) {
        switch body {
        case .empty: self = .empty
        case .data(let data) where data.count <= Self.pieceSize: self = .bytes(ByteBuffer(data: data))
        case .data(let data):
            let pieces = stride(from: data.startIndex, to: data.endIndex, by: Self.pieceSize).map { start in
                data[start..<min(start + Self.pieceSize, data.endIndex)]
            }
            self = .stream(
                RequestBody.Streamed(length: Int64(data.count), isReplayable: true) { ByteStream(chunks: pieces) })
        case .stream(let stream): self = .stream(stream)
        }
    }

    /// The length in bytes; `nil` if it is unknown and the body is sent in chunks.
    var length: Int64? {
        switch self {
        case .empty: 0
        case .bytes(let buffer): Int64(buffer.readableBytes)
        case .stream(let stream): stream.length
        }
    }
}

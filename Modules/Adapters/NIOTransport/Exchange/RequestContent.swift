import Foundation
import NIOCore
import NIOFoundationCompat
import Networking

/// A request's body as a connection sends it.
enum RequestContent: Sendable {
    case empty
    /// Sent together with the head.
    case bytes(ByteBuffer)
    /// Read while it is sent.
    case stream(RequestBody.Streamed)

    /// Up to this many bytes go to the operating system at once.
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

    /// In bytes; `nil` if the body is sent in chunks of unknown total.
    var length: Int64? {
        switch self {
        case .empty: 0
        case .bytes(let buffer): Int64(buffer.readableBytes)
        case .stream(let stream): stream.length
        }
    }
}

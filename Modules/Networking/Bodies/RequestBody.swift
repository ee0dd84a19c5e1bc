public import Foundation

/// The body of a request.
public enum RequestBody: Sendable {
    case empty
    case data(Data)
    case stream(Streamed)

    /// A body that is read while it is sent, in constant memory.
    public struct Streamed: Sendable {
        /// The length in bytes; `nil` if it is unknown, so that the body is sent in chunks.
        public let length: Int64?
        /// Whether ``open`` returns the same bytes each time. Only such a body can be sent again.
        public let isReplayable: Bool
        /// Opens the body at its first byte.
        public let open: @Sendable () -> ByteStream

        /// - Parameter open: called once for each attempt.
        public init(length: Int64?, isReplayable: Bool, open: @escaping @Sendable () -> ByteStream) {
            self.length = length
            self.isReplayable = isReplayable
            self.open = open
        }
    }

    /// The length in bytes; `nil` if it is not known before sending.
    public var length: Int64? {
        switch self {
        case .empty: 0
        case .data(let data): Int64(data.count)
        case .stream(let stream): stream.length
        }
    }

    /// Whether another attempt can send the same bytes.
    public var isReplayable: Bool {
        switch self {
        case .empty, .data: true
        case .stream(let stream): stream.isReplayable
        }
    }
}

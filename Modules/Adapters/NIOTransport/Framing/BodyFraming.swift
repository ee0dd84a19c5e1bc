import NIOCore
import NIOHTTP1

/// Finds the end of a response body (RFC 9112 section 6.3) without changing its bytes.
enum BodyFraming {
    /// The number of bytes that are still to come.
    case length(Int)
    case chunked(ChunkPart, lineLength: Int = 0)

    /// The part of a chunked body (RFC 9112 section 7.1) to which the next byte belongs.
    enum ChunkPart {
        /// The digits of a chunk's size.
        case size(Int)
        /// The rest of the size's line: a chunk extension, and the line break.
        case sizeEnd(Int)
        case data(Int)
        /// The line break after a chunk's data.
        case dataEnd
        /// A line after the last chunk. An empty line ends the body.
        case trailer
        case end
    }

    /// `nil` for a body that ends with the connection, or in a way that only the parser knows.
    init?(of head: HTTPResponseHead) {
        if let coding = head.headers.last(where: { $0.name.lowercased() == "transfer-encoding" })?.value {
            let last = coding.split(separator: ",").last?.filter { !$0.isWhitespace }
            guard last?.lowercased() == "chunked" else { return nil }
            self = .chunked(.size(0))
        } else {
            guard let length = head.headers.first(name: "Content-Length").flatMap(Int.init) else { return nil }
            self = .length(length)
        }
    }

    var isComplete: Bool {
        switch self {
        case .length(let rest): rest == 0
        case .chunked(.end, _): true
        case .chunked: false
        }
    }

    /// Returns how many of `bytes` belong to the body, and remembers the place after them.
    mutating func advance(over bytes: ByteBufferView) -> Int {
        switch self {
        case .length(let rest):
            let count = min(rest, bytes.count)
            self = .length(rest - count)
            return count
        case .chunked(var part, var lineLength):
            var index = bytes.startIndex
            while index < bytes.endIndex {
                if case .data(let rest) = part {
                    let count = min(rest, bytes.endIndex - index)
                    index += count
                    part = count == rest ? .dataEnd : .data(rest - count)
                    continue
                }
                if case .end = part { break }
                part = Self.next(part, bytes[index], &lineLength)
                index += 1
            }
            self = .chunked(part, lineLength: lineLength)
            return index - bytes.startIndex
        }
    }

    private static func next(_ part: ChunkPart, _ byte: UInt8, _ lineLength: inout Int) -> ChunkPart {
        let isLineEnd = byte == UInt8(ascii: "\n")
        switch part {
        case .size(let size):
            if let digit = Character(Unicode.Scalar(byte)).hexDigitValue {
                // Limited against an overflow; the parser refuses such a size.
                return .size(min(size, 1 << 55) * 16 + digit)
            }
            return next(.sizeEnd(size), byte, &lineLength)
        case .sizeEnd(let size):
            guard isLineEnd else { return .sizeEnd(size) }
            return size > 0 ? .data(size) : .trailer
        case .dataEnd: return isLineEnd ? .size(0) : .dataEnd
        case .trailer:
            if isLineEnd {
                defer { lineLength = 0 }
                return lineLength == 0 ? .end : .trailer
            }
            if byte != UInt8(ascii: "\r") { lineLength += 1 }
            return .trailer
        case .data, .end: return part
        }
    }
}

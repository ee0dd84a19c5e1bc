import NIOCore

/// Carries the bytes of field values that are not UTF-8 (`obs-text`, RFC 9110 section 5.5) through NIO's parser, which
/// would replace them with U+FFFD: each such byte becomes one of the last scalars of Unicode, and the byte again after
/// the parser.
enum OpaqueBytes {
    /// The scalar of the byte 0. If a server sends this scalar or a later one, each of its four bytes is replaced.
    private static let first: UInt32 = 0x10_FF00

    /// The bytes of `head` in a form that the parser passes on unchanged.
    static func encode(_ head: ByteBuffer) -> ByteBuffer {
        guard head.withUnsafeReadableBytes({ $0.contains { $0 >= 0x80 } }) else { return head }
        let view = head.readableBytesView
        var encoded = ByteBuffer()
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = view.makeIterator()
        var rest = view[...]
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar) where UTF8.decode(scalar).value < first:
                encoded.writeBytes(scalar)
                rest.removeFirst(scalar.count)
            case .valid(let scalar): replace(scalar.count)
            case .error(let length): replace(length)
            case .emptyInput: return encoded
            }
        }
        func replace(_ length: Int) {
            for byte in rest.prefix(length) {
                guard let scalar = Unicode.Scalar(first + UInt32(byte)) else { continue }
                encoded.writeString(String(scalar))
            }
            rest.removeFirst(length)
        }
    }

    /// The bytes of the value `text` as the server sent them; `nil` if they are those of the text.
    static func decode(_ text: String) -> [UInt8]? {
        // The first byte of every such scalar, and of few others.
        guard text.utf8.contains(0xF4), text.unicodeScalars.contains(where: { $0.value >= first }) else { return nil }
        return text.unicodeScalars.flatMap { scalar -> [UInt8] in
            scalar.value < first ? Array(UTF8.encode(scalar) ?? .init()) : [UInt8(truncatingIfNeeded: scalar.value)]
        }
    }
}

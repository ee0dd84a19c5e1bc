import Foundation

/// The type and size in an image's header. The rest of the image is not read.
struct ImageHeader: Equatable, Sendable {
    let type: ImageType
    let width: Int
    let height: Int

    var pixels: Int { width * height }

    /// `nil` if the type is unknown, the header incomplete, or the size zero.
    init?(_ bytes: Data) {
        guard let type = ImageType(sniffing: bytes) else { return nil }
        var reader = ByteReader(bytes)
        let size =
            switch type {
            case .png: Self.png(&reader)
            case .jpeg: Self.jpeg(&reader)
            case .gif: Self.gif(&reader)
            case .webp: Self.webp(&reader, count: bytes.count)
            }
        guard let (width, height) = size, width > 0, height > 0 else { return nil }
        self.type = type
        self.width = width
        self.height = height
    }

    /// IHDR comes first (PNG, third edition, section 11.2.1).
    private static func png(_ reader: inout ByteReader) -> (Int, Int)? {
        guard reader.skip(8), reader.big(4) == 13, reader.text(4) == "IHDR", let width = reader.big(4),
            let height = reader.big(4), let depth = reader.big(1), let color = reader.big(1),
            let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]][color],
            depths.contains(depth), reader.big(2) == 0, let interlace = reader.big(1), interlace <= 1, reader.skip(4),
            max(width, height) < 1 << 31
        else { return nil }
        return (width, height)
    }

    /// The frame header follows tables and comments, and precedes the first scan (ITU T.81, section B.2).
    private static func jpeg(_ reader: inout ByteReader) -> (Int, Int)? {
        guard reader.skip(2) else { return nil }
        while reader.big(1) == 0xFF {
            var marker = reader.big(1)
            while marker == 0xFF { marker = reader.big(1) }
            guard let marker, let length = reader.big(2), length >= 2 else { return nil }
            switch marker {
            case 0xC4, 0xC8, 0xCC, 0xDB, 0xDD, 0xE0...0xEF, 0xFE:
                guard reader.skip(length - 2) else { return nil }
            case 0xC0...0xCF:
                guard reader.skip(1), let height = reader.big(2), let width = reader.big(2),
                    let components = reader.big(1), components > 0, length == 8 + 3 * components,
                    reader.skip(3 * components)
                else { return nil }
                return (width, height)
            default: return nil
            }
        }
        return nil
    }

    /// The screen's size, and the beginning of a block after the color table (GIF89a, sections 18 and 19).
    private static func gif(_ reader: inout ByteReader) -> (Int, Int)? {
        guard reader.skip(6), let width = reader.little(2), let height = reader.little(2), let flags = reader.big(1),
            reader.skip(2), reader.skip(flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1)), let block = reader.big(1),
            block == 0x2C || block == 0x21
        else { return nil }
        return (width, height)
    }

    /// RFC 9649, section 2: a lossy, a lossless or an extended image.
    private static func webp(_ reader: inout ByteReader, count: Int) -> (Int, Int)? {
        guard reader.skip(4), let size = reader.little(4), size <= count - 8, reader.skip(4),
            let kind = reader.text(4), let length = reader.little(4), length <= count - 20
        else { return nil }
        switch kind {
        case "VP8 ":
            // An image has one frame, which is a key frame.
            guard let tag = reader.little(3), tag & 1 == 0, reader.big(3) == 0x9D012A, let width = reader.little(2),
                let height = reader.little(2)
            else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard reader.big(1) == 0x2F, let bits = reader.little(4), bits >> 29 == 0 else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8X":
            guard reader.skip(4), let width = reader.little(3), let height = reader.little(3) else { return nil }
            return (width + 1, height + 1)
        default: return nil
        }
    }
}

/// Reads numbers from the front of bytes; `nil` at their end.
private struct ByteReader {
    private var rest: Data

    init(_ bytes: Data) {
        rest = bytes
    }

    private mutating func take(_ count: Int) -> Data? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }
    mutating func text(_ count: Int) -> String? { take(count).map { String(decoding: $0, as: UTF8.self) } }
    mutating func big(_ count: Int) -> Int? { take(count)?.reduce(0) { $0 << 8 | Int($1) } }
    mutating func little(_ count: Int) -> Int? { take(count)?.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

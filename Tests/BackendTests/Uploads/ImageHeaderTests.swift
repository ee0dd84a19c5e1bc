import Foundation
import Testing

@testable import Backend

/// Types and sizes of images, read from their headers.
struct ImageHeaderTests {
    private static let pictures = [Picture.png, Picture.jpeg, Picture.gif, Picture.webp]

    @Test("the size of each image type is read", arguments: zip([ImageType.png, .jpeg, .gif, .webp], pictures))
    func sizes(type: ImageType, bytes: [UInt8]) {
        let header = ImageHeader(Data(bytes))
        #expect(header?.type == type && header?.width == 2 && header?.height == 3)
    }

    @Test("the size of lossy and extended WebP, and after colors and comments, is read")
    func variants() {
        let lossy =
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8 ".utf8)
            + [10, 0, 0, 0, 0x30, 1, 0, 0x9D, 0x01, 0x2A, 2, 0x40, 3, 0x80]
        let extended =
            Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0]
        let colored = Array("GIF87a".utf8) + [2, 0, 3, 0, 0x80, 0, 0] + [UInt8](repeating: 0, count: 6) + [0x21]
        let commented: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xFF, 0xDB, 0, 3, 9]
            + [0xFF, 0xC2, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0]
        for bytes in [lossy, extended, colored, commented] {
            let header = ImageHeader(Data(bytes))
            #expect(header?.width == 2 && header?.height == 3)
        }
    }

    @Test("an incomplete image header is refused, wherever it ends", arguments: pictures)
    func truncated(bytes: [UInt8]) {
        // The header without the padding after it.
        let header = bytes.count - (bytes == Picture.webp ? 0 : 6)
        for count in 0..<header { #expect(ImageHeader(Data(bytes.prefix(count))) == nil, "\(count)") }
    }

    @Test(
        "an image header with a size of zero or an invalid value is refused",
        arguments: [
            (Picture.png, 19, 0), (Picture.png, 23, 0), (Picture.png, 16, 0x80), (Picture.png, 24, 7),
            (Picture.png, 25, 1), (Picture.png, 26, 1), (Picture.png, 28, 2), (Picture.png, 11, 14),
            (Picture.png, 12, 0x69), (Picture.gif, 6, 0), (Picture.gif, 8, 0), (Picture.gif, 13, 0x3B),
            (Picture.jpeg, 26, 0), (Picture.jpeg, 28, 0), (Picture.jpeg, 21, 0xDA), (Picture.jpeg, 23, 12),
            (Picture.jpeg, 29, 0), (Picture.webp, 4, 60), (Picture.webp, 16, 60), (Picture.webp, 15, 0x58),
            (Picture.webp, 20, 0x2E), (Picture.webp, 24, 0x20),
        ])
    func invalid(bytes: [UInt8], index: Int, value: Int) {
        var bytes = bytes
        bytes[index] = UInt8(value)
        #expect(ImageHeader(Data(bytes)) == nil)
    }

    @Test("random bytes after a signature do not trap")
    func fuzz() {
        var random = SeededGenerator(seed: 17)
        for round in 0..<20_000 {
            var bytes = Self.pictures[round % 4]
            for _ in 0..<3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let header = ImageHeader(Data(bytes).dropFirst(round % 7 == 0 ? 1 : 0)) {
                #expect(header.width > 0 && header.height > 0)
            }
        }
    }
}

import Foundation
import Models
import Testing

struct ImageTypeTests {
    static let signatures: [(bytes: [UInt8], type: ImageType)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        ([0xFF, 0xD8, 0xFF], .jpeg),
        ([0xFF, 0xD8, 0xFF, 0xE1, 0x00], .jpeg),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        (Array("RIFF".utf8) + [0, 1, 2, 3] + Array("WEBP".utf8), .webp),
    ]

    @Test("a signature determines the type, whatever follows it", arguments: signatures)
    func recognized(bytes: [UInt8], type: ImageType) {
        #expect(ImageType(sniffing: bytes) == type)
        #expect(ImageType(sniffing: bytes + [0, 0xFF, 0x0A]) == type)
        #expect(ImageType(sniffing: Data([9, 9] + bytes).dropFirst(2)) == type)
    }

    @Test(
        "a signature that is truncated, or has one wrong byte, determines no type",
        arguments: signatures.filter { $0.bytes.count != 5 })
    func damaged(bytes: [UInt8], type: ImageType) {
        for count in 0..<bytes.count { #expect(ImageType(sniffing: bytes.prefix(count)) == nil) }
        // The size between RIFF and WEBP may be anything.
        for index in bytes.indices where !(type == .webp && (4..<8).contains(index)) {
            var other = bytes
            other[index] ^= 0x80
            #expect(ImageType(sniffing: other) == nil)
        }
    }

    @Test(
        "other files are not avatars, whatever their names",
        arguments: [
            "", "Just text.", "<svg xmlns='http://www.w3.org/2000/svg'/>", "BM", "GIF88a", "%PDF-1.7", "II*\u{0}",
            " GIF89a",
        ])
    func others(text: String) {
        #expect(ImageType(sniffing: text.utf8) == nil)
        #expect(ImageType(sniffing: Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVE".utf8)) == nil)
    }

    @Test(
        "the media types are those of IANA",
        arguments: zip(ImageType.allCases, ["image/png", "image/jpeg", "image/gif", "image/webp"]))
    func mediaType(type: ImageType, text: String) {
        #expect(type.mediaType == text)
    }

    @Test("the longest signature fits into the prefix that a reader reads")
    func signatureLength() {
        #expect(Self.signatures.allSatisfy { $0.bytes.count <= ImageType.signatureLength })
    }
}

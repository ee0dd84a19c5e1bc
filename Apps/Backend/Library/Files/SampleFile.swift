import Crypto
import NIOCore

/// A file that is nowhere: its name says how long it is, and each byte follows from its place.
///
/// So a client can be given any amount to download, from any byte on, and both sides know what it must be.
struct SampleFile: Equatable, Sendable {
    /// In bytes.
    let size: Int

    var name: String { Self.prefix + String(size) }

    /// `sample-8388608`, of up to `limit` bytes. Each length has one name: no sign, no leading zero.
    init?(name: String, limit: Int) {
        guard name.hasPrefix(Self.prefix), let size = Int(name.dropFirst(Self.prefix.count)) else { return nil }
        self.size = size
        guard (0...limit).contains(size), self.name == name else { return nil }
    }

    /// The tag names the recipe too: should that ever change, no old half gets a new second one.
    var tag: EntityTag { EntityTag(opaque: "\(name)-recipe-1") }

    /// Blocks that begin with their number, so that no two are alike, and go on with noise, so that no byte fits a
    /// place near by.
    func bytes(in range: Range<Int>) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            let (block, offset) = place.quotientAndRemainder(dividingBy: Self.noise.count)
            let end = min(range.upperBound - place + offset, Self.noise.count)
            let number = withUnsafeBytes(of: UInt64(block).bigEndian) { Array($0) }
            if offset < number.count { buffer.writeBytes(number[offset..<min(end, number.count)]) }
            if end > number.count { buffer.writeBytes(Self.noise[max(offset, number.count)..<end]) }
            place += end - offset
        }
        return buffer
    }

    /// The SHA-256 of the whole. It takes a while with a large file.
    @concurrent
    func digest() async -> SHA256Digest {
        var hash = SHA256()
        for start in stride(from: 0, to: size, by: ByteRepresentation.chunk) {
            let chunk = bytes(in: start..<min(start + ByteRepresentation.chunk, size))
            chunk.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
        }
        return hash.finalize()
    }

    private static let prefix = "sample-"

    /// SplitMix64, counted from nought.
    private static let noise: [UInt8] = {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 * 1024)
        for word in UInt64(1)...(64 * 1024 / 8) {
            var value = word &* 0x9E37_79B9_7F4A_7C15
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            value ^= value >> 31
            withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }()
}

import Foundation
import NIOCore
import NIOFoundationEssentialsCompat

/// A generated file: its name contains its length, and each byte is computed from its offset.
struct SampleFile: Equatable, Sendable {
    /// In bytes.
    let size: Int

    var name: String { Self.prefix + String(size) }

    /// Parses `sample-8388608`. Each length has exactly one name, without sign and leading zeros.
    init?(name: String) {
        guard name.hasPrefix(Self.prefix), let size = Int(name.dropFirst(Self.prefix.count)) else { return nil }
        self.size = size
        guard (0...Self.limit).contains(size), self.name == name else { return nil }
    }

    /// Contains the algorithm's version, so that a client never joins parts of two versions.
    var tag: EntityTag { EntityTag(opaque: "\(name)-recipe-1") }

    /// The bytes of a range. The file has blocks of 64 KiB. Each block begins with its number and continues with
    /// pseudorandom bytes, so all blocks differ, and a part at the wrong offset is detected.
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

    @concurrent
    func digest() async -> Data {
        .sha256(
            of: stride(from: 0, to: size, by: ByteRepresentation.chunk).lazy.map { start in
                Data(bytes(in: start..<min(start + ByteRepresentation.chunk, size)).readableBytesView)
            })
    }

    /// The largest file. Files use no space, but hashing them takes time.
    static let limit = 256 * 1024 * 1024
    /// 2026-01-01T00:00:00Z, the date of the algorithm.
    static let modified = HTTPDate(seconds: 1_767_225_600)
    private static let prefix = "sample-"

    /// SplitMix64 with the seed 0.
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

/// Reads keys in the bytes of a terminal in raw mode: UTF-8, control characters, and the escape sequences of ECMA-48.
/// Unknown keys and invalid bytes are ignored.
struct KeystrokeDecoder {
    /// The incomplete character or escape sequence at the end of the bytes so far.
    private var pending: [UInt8] = []
    /// Longer escape sequences are ignored. Those of all keys are less than half as long.
    private static let longestSequence = 32
    private static let escape: UInt8 = 0x1B

    /// The keys in `bytes`, continued from the incomplete end of the previous bytes. An ESC at the end of `bytes` is
    /// the Escape key, so a sequence must not be cut after its first byte.
    mutating func decode(_ bytes: [UInt8]) -> [Keystroke] {
        var rest = (pending + bytes)[...]
        pending = []
        var keys: [Keystroke] = []
        while let first = rest.first {
            if first == Self.escape {
                guard let length = Self.sequenceLength(rest) else {
                    if rest.count < Self.longestSequence { pending = Array(rest) }
                    break
                }
                if let key = Self.key(sequence: rest.prefix(length)) { keys.append(key) }
                rest = rest.dropFirst(length)
            } else if Self.isControl(first) {
                if let key = Self.key(control: first) { keys.append(key) }
                rest = rest.dropFirst()
            } else {
                let run = rest.prefix { !Self.isControl($0) }
                rest = rest.dropFirst(run.count)
                let incomplete = rest.isEmpty ? Self.incompleteSuffix(run) : 0
                pending = Array(run.suffix(incomplete))
                let text = Self.text(run.dropLast(incomplete))
                if !text.isEmpty { keys.append(.text(text)) }
            }
        }
        return keys
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func key(control byte: UInt8) -> Keystroke? {
        switch byte {
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x08, 0x7F: .backspace
        case 0x0A, 0x0D: .enter
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .deleteLine
        case 0x17: .deleteWord
        default: nil
        }
    }

    /// The number of bytes of the sequence at the beginning of `bytes`; `nil` if its end is missing.
    private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes.dropFirst().first {
        case nil, escape: 1
        case UInt8(ascii: "["):
            bytes.dropFirst(2).firstIndex { !(0x20...0x3F).contains($0) }.map { $0 - bytes.startIndex + 1 }
        case UInt8(ascii: "O"): bytes.count < 3 ? nil : 3
        // A key with Alt.
        default: 2
        }
    }

    private static func key(sequence: ArraySlice<UInt8>) -> Keystroke? {
        guard sequence.count > 1 else { return .escape }
        guard sequence.count > 2 else { return nil }
        return switch sequence.last {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        default: nil
        }
    }

    /// The number of bytes at the end that begin a character and don't complete it.
    private static func incompleteSuffix(_ bytes: ArraySlice<UInt8>) -> Int {
        for (position, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0b1100_0000 != 0b1000_0000 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > position + 1 ? position + 1 : 0
        }
        return 0
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return String(
            String.UnicodeScalarView(scalars.filter { $0 != "\u{FFFD}" && $0.properties.generalCategory != .control }))
    }
}

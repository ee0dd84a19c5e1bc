extension String {
    /// The columns that the text needs in a terminal. Terminals differ for sequences of emoji. This is the maximum.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    /// As wcwidth(3) counts: 0 for combining and invisible characters, 2 for wide ones of East Asia and for emoji.
    fileprivate var columns: Int {
        // The variation selector for emoji. Some terminals draw the emoji wider than the character alone.
        if value == 0xFE0F { return 1 }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch value {
        // Vowels and final consonants of Hangul, which combine with the consonant before.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default: return properties.isEmojiPresentation ? 2 : 1
        }
    }
}

import Foundation

/// Replaces one name by another in texts and paths, in any case and inside longer words too: `--acme-boundary`.
struct Renaming: Sendable {
    let old: ProjectName
    let new: ProjectName

    /// The content with its replacements counted, or `nil` if it is binary or does not contain the name.
    func applied(to content: Data) -> (data: Data, count: Int)? {
        guard !content.contains(0) else { return nil }
        let (bytes, count) = replaced([UInt8](content))
        return count == 0 ? nil : (Data(bytes), count)
    }

    func applied(to text: String) -> String {
        String(decoding: replaced(Array(text.utf8)).bytes, as: UTF8.self)
    }

    /// One pass, so that a new name which contains the old one is not replaced again.
    private func replaced(_ bytes: [UInt8]) -> (bytes: [UInt8], count: Int) {
        let pattern = Array(old.lower.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var (position, count) = (0, 0)
        while position < bytes.count {
            guard matches(pattern, bytes, at: position) else {
                result.append(bytes[position])
                position += 1
                continue
            }
            let found = String(decoding: bytes[position..<position + pattern.count], as: UTF8.self)
            result += Array(replacement(for: found).utf8)
            position += pattern.count
            count += 1
        }
        return (result, count)
    }

    private func matches(_ pattern: [UInt8], _ bytes: [UInt8], at start: Int) -> Bool {
        guard start + pattern.count <= bytes.count else { return false }
        return pattern.indices.allSatisfy { index in
            let byte = bytes[start + index]
            return (byte >= 65 && byte <= 90 ? byte + 32 : byte) == pattern[index]
        }
    }

    private func replacement(for found: String) -> String {
        switch found {
        case old.upper: new.upper
        case old.lower: new.lower
        default: found.first?.isUppercase == true ? new.title : new.lower
        }
    }
}

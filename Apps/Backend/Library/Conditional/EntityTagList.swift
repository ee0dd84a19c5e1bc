/// The value of `If-Match` or `If-None-Match`: `*`, or tags separated by commas.
enum EntityTagList: Equatable, Sendable {
    /// Any version.
    case any
    case tags([EntityTag])

    /// `nil` if the text is neither. A tag may contain commas, so splitting the text at commas does not work.
    init?(_ text: String) {
        var rest = text.utf8[...]
        var tags: [EntityTag] = []
        if rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { break }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: UInt8(ascii: "\"")), rest[..<end].allSatisfy(Self.isTagByte) else {
                return nil
            }
            tags.append(EntityTag(opaque: String(decoding: rest[..<end], as: UTF8.self), isWeak: isWeak))
            rest = rest[rest.index(after: end)...]
            guard rest.isEmpty || rest.first.map({ " \t,".utf8.contains($0) }) == true else { return nil }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    private static func isTagByte(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}

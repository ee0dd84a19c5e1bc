/// One value in DER (X.690). Every part of a certificate is such a value.
package struct DERElement {
    /// The identifier octet, such as 0x30 for a SEQUENCE.
    package let tag: UInt8
    package let content: ArraySlice<UInt8>
    /// The whole value: tag, length and content.
    package let encoded: ArraySlice<UInt8>

    /// Removes the first element from `bytes`; `nil` if it is incomplete or not DER.
    ///
    /// A value has exactly one encoding in DER, so an indefinite or needlessly long length is refused (X.690 section
    /// 10.1). Tags of several octets are refused too, because certificates have none.
    package init?(takenFrom bytes: inout ArraySlice<UInt8>) {
        var rest = bytes
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let length = Self.length(takenFrom: &rest),
            length <= rest.count
        else { return nil }
        self.tag = tag
        content = rest.prefix(length)
        encoded = bytes[bytes.startIndex..<content.endIndex]
        bytes = rest.dropFirst(length)
    }

    /// The elements of the content in their order; `nil` if the content is anything else.
    package var children: [DERElement]? {
        var rest = content
        var children: [DERElement] = []
        while !rest.isEmpty {
            guard let child = DERElement(takenFrom: &rest) else { return nil }
            children.append(child)
        }
        return children
    }

    private static func length(takenFrom rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), count <= rest.count, let leading = rest.first, leading != 0 else { return nil }
        let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return length < 0x80 ? nil : length
    }
}

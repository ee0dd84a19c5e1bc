/// The type of a body (RFC 9110 section 8.3.1) without its parameters, in lower case, such as `application/json`.
struct MediaType: Equatable {
    let essence: String

    /// The type at the front of a Content-Type field, or `nil` for what is none.
    init?(_ field: String) {
        let essence = field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, essence.utf8.count <= 127, parts.allSatisfy({ !$0.isEmpty }),
            essence.utf8.allSatisfy(Self.isToken)
        else { return nil }
        self.essence = essence
    }

    /// `application/json` or anything whose structure is JSON by its suffix (RFC 6839 section 3.1); `text/json` was
    /// never registered and is still sent.
    var isJSON: Bool {
        essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "/!#$&-^_.+*'%`|~".utf8.contains(byte)
        }
    }
}

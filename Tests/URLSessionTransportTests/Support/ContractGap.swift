/// A clause to which URLSessionTransport can't conform, and the consequence.
struct ContractGap: Sendable {
    enum Consequence {
        /// The check fails soon.
        case failure
        /// The check fails on some runs.
        case happens
        /// The check never ends.
        case wait
        /// The process ends.
        case crash
    }

    let promise: String
    let consequence: Consequence
    let reason: String

    init(_ promise: String, _ consequence: Consequence = .failure, because reason: String) {
        self.promise = promise
        self.consequence = consequence
        self.reason = reason
    }

    static func of(_ promise: String) -> ContractGap? {
        all.first { $0.promise == promise }
    }

    static let everywhere = [
        ContractGap(
            "request header fields arrive with their values, and duplicates in order",
            because: "URLSession joins fields of one name by commas."),
        ContractGap(
            "response header fields arrive with their values, and duplicates in order",
            because: "URLSession joins fields of one name by commas."),
        ContractGap(
            "a body of unknown length is sent in chunks",
            because: "A streamed body is read to its end before it is sent, so its length is known."),
        ContractGap(
            "a slow server limits how much of the request body is read, and the whole body is sent",
            because: "A streamed body is read to its end before it is sent, into a file."),
        ContractGap(
            "a response that arrives before the request body is sent releases the body", .wait,
            because: "Nothing is sent before a streamed body has been read to its end, so no response can arrive."),
    ]

    #if canImport(FoundationNetworking)
    static let all =
        everywhere + [
            ContractGap(
                "a slow reader limits how much the server can send, and the whole body arrives",
                because: "libcurl's URLSession can't pause; what waits for its reader is limited instead."),
            ContractGap(
                "a status line without a reason phrase is accepted, even without the space before it",
                because: "URLSession refuses a status line without the space."),
            ContractGap(
                "an encoded body that ends early is truncated, even if its framing is complete",
                because: "libcurl decodes without looking whether the encoding came to its end."),
            ContractGap(
                "malformed chunks are an invalid response",
                because: "libcurl takes the hexadecimal digits that a word begins with for a chunk's size."),
            ContractGap(
                "bytes that are not HTTP are an invalid response", .happens,
                because: "libcurl may take a connection again that its server closes without having said so."),
            ContractGap(
                "chunks are joined, and their extensions and trailers are ignored", .crash,
                because: "URLSession traps where trailer fields follow a body."),
        ]
    #else
    /// Not yet run on Apple platforms.
    static let all = everywhere
    #endif
}

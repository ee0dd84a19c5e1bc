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
            "header fields of a request arrive with their values, and duplicates in their order",
            because: "URLSession joins fields of one name by commas."),
        ContractGap(
            "header fields of an answer arrive with their values, and duplicates in their order",
            because: "URLSession joins fields of one name by commas."),
        ContractGap(
            "a body of unknown length goes in chunks",
            because: "A streamed body is read to its end before it is sent, so its length is known."),
        ContractGap(
            "a body is read no further ahead than buffers go, and all is sent",
            because: "A streamed body is read to its end before it is sent, into a file."),
        ContractGap(
            "an answer that comes before the body was sent lets go of the body", .wait,
            because: "Nothing is sent before a streamed body has been read to its end, so no answer can come."),
    ]

    #if canImport(FoundationNetworking)
    static let all =
        everywhere + [
            ContractGap(
                "a server can write no further ahead than buffers go, and all arrives",
                because: "libcurl's URLSession can't pause; what waits for its reader is limited instead."),
            ContractGap(
                "a status line without a reason is legal, and without the space before it tolerated",
                because: "URLSession refuses a status line without the space."),
            ContractGap(
                "an encoded body that was cut short is truncated, though the framing is whole",
                because: "libcurl decodes without looking whether the encoding came to its end."),
            ContractGap(
                "an encoding that nobody asked for stays as it is",
                because: "libcurl refuses encodings that it doesn't know."),
            ContractGap(
                "chunks that are none are an invalid answer",
                because: "libcurl takes the hexadecimal digits that a word begins with for a chunk's size."),
            ContractGap(
                "what is not HTTP is an invalid answer", .happens,
                because: "libcurl may take a connection again that its server closes without having said so."),
            ContractGap(
                "chunks are joined; their extensions and the trailers behind them do no harm", .crash,
                because: "URLSession traps where trailer fields follow a body."),
        ]
    #else
    /// Not yet run on Apple platforms.
    static let all = everywhere
    #endif
}

/// The text of a review that is sent to a server: at least one visible character, without surrounding white space.
public struct ReviewText: WireText {
    /// The maximum length in Unicode scalars, as the server counts it.
    public static let limit = 2000

    /// The text, which may contain line breaks and tabs.
    public let text: String

    /// Parses `candidate`; throws ``InvalidValue`` with the field `text`.
    public init(_ candidate: String) throws(InvalidValue) {
        text = try candidate.paragraphs(of: "text", limit: Self.limit)
    }
}

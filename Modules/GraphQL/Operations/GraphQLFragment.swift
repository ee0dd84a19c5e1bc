/// A named selection of fields that several operations share (GraphQL specification, section 2.8).
///
/// ```swift
/// extension GraphQLFragment {
///     static var personName: Self { GraphQLFragment("fragment PersonName on Person { name birthYear }") }
/// }
/// ```
public struct GraphQLFragment: Sendable, Hashable {
    /// The definition: `fragment Name on Type { … }`.
    public let text: String
    /// The fragments that this fragment uses.
    public let fragments: [GraphQLFragment]

    /// Creates a fragment from its definition and the fragments that it uses.
    public init(_ text: String, fragments: [GraphQLFragment] = []) {
        self.text = text
        self.fragments = fragments
    }

    /// `document`, followed by each fragment that it reaches, once and in the order of first use. A document may define
    /// a fragment only once.
    static func compose(_ document: String, with fragments: [GraphQLFragment]) -> String {
        var texts = [document]
        var known: Set<String> = []
        var waiting = Array(fragments.reversed())
        while let fragment = waiting.popLast() {
            guard known.insert(fragment.text).inserted else { continue }
            texts.append(fragment.text)
            waiting.append(contentsOf: fragment.fragments.reversed())
        }
        return texts.joined(separator: "\n")
    }
}

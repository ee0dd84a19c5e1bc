public import Networking

/// A GraphQL query, mutation or subscription as a value: its document, its variables, the shape of its data and the
/// access scope that it needs.
///
/// Like endpoints, operations are static members of constrained extensions:
///
/// ```swift
/// extension GraphQLOperation where Access: GuestScope, Value == BookData {
///     static func book(_ id: Int) -> Self {
///         GraphQLOperation(
///             "query Book($id: Int!) { book(id: $id) { title authors { ...PersonName } } }",
///             fragments: [.personName], variables: ["id": id])
///     }
/// }
///
/// let result = try await graphQL.execute(.book(84))
/// ```
///
/// `Value` is decoded from the response's `data`, with the selected fields (or their aliases) as its keys.
public struct GraphQLOperation<Access: AccessScope, Value: Decodable & Sendable>: Sendable {
    /// The kind, read from the document, so that it can't differ from what the server executes. If no operation is
    /// selected, the kind is a mutation, because mutations are not repeated by default.
    public let kind: GraphQLOperationKind
    /// The operation's name in the document; `nil` for an anonymous operation. It is sent as `operationName`, and shown
    /// in logs and traces.
    public let name: String?
    /// The text that is sent: the operation, then each fragment once.
    public let document: String
    /// Encoded as a JSON object; `nil` to send no variables.
    public let variables: (any Encodable & Sendable)?
    /// Whether a mutation may be sent again. A query may always be sent again.
    public let idempotency: Idempotency

    /// - Parameters:
    ///   - document: the operation's text. It may contain several operations and its own fragments.
    ///   - name: the operation to execute; omit it if the document contains only one. Servers refuse a document with
    ///     several operations and no name.
    ///   - fragments: the fragments that the document uses. Each contains the fragments that it uses itself.
    ///   - variables: a type that encodes as a JSON object. Use ``GraphQLNullable`` for members that may be absent or
    ///     null, and ``GraphQLUpload`` for files.
    ///   - idempotency: `.keyed` only if the server recognizes an `Idempotency-Key`.
    public init(
        _ document: String, name: String? = nil, fragments: [GraphQLFragment] = [],
        variables: (any Encodable & Sendable)? = nil, idempotency: Idempotency = .byMethod
    ) {
        let header = OperationHeader(of: document, named: name)
        kind = header?.kind ?? .mutation
        self.name = name ?? header?.name
        self.document = GraphQLFragment.compose(document, with: fragments)
        self.variables = variables
        self.idempotency = idempotency
    }
}

/// The kinds of operations (GraphQL specification, section 2.3).
public enum GraphQLOperationKind: String, Sendable, Hashable {
    /// A read, which may be repeated.
    case query
    /// A write, which is repeated only if the operation's `idempotency` allows it.
    case mutation
    /// A stream of events, each of which has a result.
    case subscription
}

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

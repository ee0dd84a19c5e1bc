import HTTPTypes
public import Networking

/// The key of stored responses (RFC 9111 section 2). It has no method, because only `GET` responses are stored.
public struct ResponseCacheKey: Sendable, Hashable, Codable {
    /// The user or client that may get the response.
    public let partition: CredentialPartition
    /// The URI of the request.
    public let target: RequestTarget

    public init(partition: CredentialPartition, target: RequestTarget) {
        self.partition = partition
        self.target = target
    }
}

/// Identifies one of several responses for the same URI, by the request fields that its Vary field names, with their
/// values (RFC 9111 section 4.1).
///
/// Only values of fields that negotiate the form of a response are stored (``ResponseCacheInterceptor``), so a variant
/// contains no credential.
public struct ResponseVariant: Sendable, Hashable, Codable {
    /// The field values by lowercase name. A field that the request did not have has an empty list.
    public let selectors: [String: [String]]

    public init(selectors: [String: [String]] = [:]) {
        self.selectors = selectors
    }

    /// The variant of a response whose Vary field lines are `vary`, for a request with `fields`.
    ///
    /// - Parameter negotiating: the canonical names of the fields whose values may be stored.
    static func chosen(
        by vary: [String], among fields: HTTPFields, negotiating: Set<String>
    ) -> Choice {
        var selectors: [String: [String]] = [:]
        for name in vary.flatMap({ FieldList($0).members }) {
            guard name != "*", let name = HTTPField.Name(String(name)) else { return .never }
            let members = fields.normalizedMembers(of: name)
            guard members.isEmpty || negotiating.contains(name.canonicalName) else { return .sensitive }
            selectors[name.canonicalName] = members
        }
        return .variant(ResponseVariant(selectors: selectors))
    }

    /// What a Vary field says about storing a response.
    enum Choice: Equatable {
        case variant(ResponseVariant)
        /// The response matches no other request (`*`, or an invalid field name).
        case never
        /// The response depends on a value that must not be stored.
        case sensitive
    }

    /// Whether a request with `fields` gets this variant.
    func matches(_ fields: HTTPFields) -> Bool {
        selectors.allSatisfy { name, members in
            HTTPField.Name(name).map { fields.normalizedMembers(of: $0) == members } ?? false
        }
    }
}

extension HTTPFields {
    /// All lines of a field as one list, without white space around commas: requests that differ only in lines or white
    /// space are equal (RFC 9111 section 4.1).
    fileprivate func normalizedMembers(of name: HTTPField.Name) -> [String] {
        guard contains(name) else { return [] }
        let members = self[values: name].flatMap { FieldList($0).members.map(String.init) }
        return members.isEmpty ? [""] : members
    }
}

import HTTPTypes
import Networking

/// For which requests a response was chosen, where one URI has several (RFC 9111 section 4.1): the request fields that
/// the response's Vary names, as they were.
///
/// A value is kept only for fields that negotiate the form of an answer; see ``ResponseCacheInterceptor``. So nothing
/// that could be a credential gets here.
public struct ResponseVariant: Sendable, Hashable, Codable {
    /// By lower-case name; a field that the request did not have is an empty list, which no field with a value is.
    public let selectors: [String: [String]]

    /// A variant from its parts.
    public init(selectors: [String: [String]] = [:]) {
        self.selectors = selectors
    }

    /// Which requests get a response with the field `vary`.
    static func chosen(
        by vary: [String], among fields: HTTPFields, negotiating: Set<String>
    ) -> Choice {
        var selectors: [String: [String]] = [:]
        for name in vary.flatMap({ FieldList($0).members }) {
            guard name != "*", let name = HTTPField.Name(String(name)) else { return .never }
            let members = fields.normalisedMembers(of: name)
            guard members.isEmpty || negotiating.contains(name.canonicalName) else { return .unkept }
            selectors[name.canonicalName] = members
        }
        return .variant(ResponseVariant(selectors: selectors))
    }

    /// What a Vary field says about keeping.
    enum Choice: Equatable {
        case variant(ResponseVariant)
        /// No other request is known to get the same (`*`, or a name that is none).
        case never
        /// It depends on a value that must not be kept.
        case unkept
    }

    /// Whether a request with `fields` gets this variant.
    func matches(_ fields: HTTPFields) -> Bool {
        selectors.allSatisfy { name, members in
            HTTPField.Name(name).map { fields.normalisedMembers(of: $0) == members } ?? false
        }
    }
}

extension HTTPFields {
    /// All lines of a field as one list, without the white space around commas: requests that differ in nothing else
    /// ask for the same (RFC 9111 section 4.1).
    fileprivate func normalisedMembers(of name: HTTPField.Name) -> [String] {
        guard contains(name) else { return [] }
        let members = self[values: name].flatMap { FieldList($0).members.map(String.init) }
        return members.isEmpty ? [""] : members
    }
}

extension RawResponse {
    /// The target of the first Link entry with this relation (RFC 8288 section 3), as an absolute URI; `nil` if there
    /// is none, or if it is not a URI reference.
    ///
    /// - Parameter relation: in lower case, such as `next`.
    package func link(_ relation: String) -> URIReference? {
        let fields = headers.filter { $0.name.lowercased() == "link" }.map(\.value)
        return LinkHeader.parse(fields).first { $0.relations.contains(relation) && !$0.isAboutAnother }
            .flatMap { resolve($0.target) }
    }

    /// A reference in the response as an absolute URI (RFC 3986 section 5.2), percent-encoded as the server sent it;
    /// `nil` if it contains control characters, or is relative and ``target`` is unknown.
    package func resolve(_ text: String) -> URIReference? {
        guard let reference = URIReference(text) else { return nil }
        guard reference.scheme == nil else { return reference.resolved(against: reference) }
        return target.flatMap { URIReference("\($0.scheme)://\($0.authority)\($0.path)") }.map(reference.resolved)
    }
}

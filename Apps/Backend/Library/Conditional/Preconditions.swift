import HTTPTypes

/// The preconditions of a request, evaluated in the order of RFC 9110, section 13.2.2.
struct Preconditions: Sendable {
    enum Verdict: Equatable, Sendable {
        case proceed
        /// 304: the client's copy is current.
        case notModified
        /// 412: the resource has changed since the client read it.
        case failed
    }

    let fields: HTTPFields

    func verdict(for method: HTTPRequest.Method, _ current: Validators) -> Verdict {
        let isRead = method == .get || method == .head
        if let text = fields[.ifMatch] {
            // A malformed condition matches nothing, because writing despite it could lose another client's update.
            guard Self.contains(current.tag, in: EntityTagList(text), EntityTag.matchesStrongly) else { return .failed }
        } else if let date = fields[.ifUnmodifiedSince].flatMap(HTTPDate.init), let modified = current.modified {
            guard modified <= date else { return .failed }
        }
        if let text = fields[.ifNoneMatch] {
            if Self.contains(current.tag, in: EntityTagList(text), EntityTag.matchesWeakly) {
                return isRead ? .notModified : .failed
            }
        } else if isRead, let date = fields[.ifModifiedSince].flatMap(HTTPDate.init), let modified = current.modified {
            if modified <= date { return .notModified }
        }
        return .proceed
    }

    /// Checks the preconditions of a write. Call it in the transaction of the write.
    /// - Throws: ``Problem/preconditionFailed``.
    func check(_ method: HTTPRequest.Method, _ current: Validators) throws(Problem) {
        guard verdict(for: method, current) == .proceed else { throw .preconditionFailed }
    }

    private static func contains(
        _ tag: EntityTag, in list: EntityTagList?, _ matches: (EntityTag) -> (EntityTag) -> Bool
    ) -> Bool {
        switch list {
        case .any: true
        case .tags(let tags): tags.contains(where: matches(tag))
        case nil: false
        }
    }
}

import HTTPTypes

/// The conditions that a request sets, judged in the order of RFC 9110, section 13.2.2.
struct Preconditions: Sendable {
    enum Verdict: Equatable, Sendable {
        case proceed
        /// 304: the client has this state already.
        case notModified
        /// 412: the resource is not in the state that the client thinks.
        case failed
    }

    let fields: HTTPFields

    func verdict(for method: HTTPRequest.Method, _ current: Validators) -> Verdict {
        let isRead = method == .get || method == .head
        if let text = fields[.ifMatch] {
            // What cannot be read matches nothing: to write nevertheless would be the lost update it is there against.
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

    /// For writes, inside the transaction that would follow.
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

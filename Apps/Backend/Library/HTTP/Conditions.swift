import Foundation
import HTTPTypes
import NIOCore

/// Identifies one version of a resource: `"…"`, or `W/"…"` if versions with the same meaning share it (RFC 9110,
/// section 8.8.3).
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotes.
    let opaque: String
    let isWeak: Bool

    init(opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The strong tag of exactly these bytes.
    init(of bytes: Data) {
        self.init(opaque: String(bytes.sha256.hexadecimal.prefix(32)))
    }

    /// Whether both are strong and equal, which proves equal bytes.
    func matchesStrongly(_ other: Self) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }
    /// Whether both are equal apart from strength, which suffices for a 304.
    func matchesWeakly(_ other: Self) -> Bool { opaque == other.opaque }

    var description: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}

/// The value of `If-Match` or `If-None-Match`: `*`, or tags separated by commas.
enum EntityTagList: Equatable, Sendable {
    /// Any version.
    case any
    case tags([EntityTag])

    /// `nil` if the text is neither. A tag may contain commas, so splitting the text at commas does not work.
    init?(_ text: String) {
        if text == "*" {
            self = .any
            return
        }
        var rest = text[...]
        var tags: [EntityTag] = []
        rest = rest.drop { " \t,".contains($0) }
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: /(W\/)?"([\x21\x23-\x7E\u{80}-\u{10FFFF}]*)"(?=[ \t,]|$)[ \t,]*/)
            else { return nil }
            tags.append(EntityTag(opaque: String(match.2), isWeak: match.1 != nil))
            rest = rest[match.range.upperBound...]
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }
}

/// The validators of a resource's current version.
struct Validators: Equatable, Sendable {
    /// Always strong, because the same version is always the same bytes.
    let tag: EntityTag
    /// `nil` for a list, because a deletion changes it and leaves no date.
    let modified: HTTPDate?

    var fields: HTTPFields {
        var fields: HTTPFields = [.eTag: tag.description]
        fields[.lastModified] = modified?.description
        return fields
    }
}

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

    /// Checks the preconditions of a write against the body that a read would return now. Call it in the transaction
    /// of the write.
    /// - Throws: ``Problem/preconditionFailed``.
    func check(_ method: HTTPRequest.Method, _ current: some Encodable, modified: HTTPDate?) throws {
        let tag = EntityTag(of: Data(try WireJSON.encode(current).readableBytesView))
        guard verdict(for: method, Validators(tag: tag, modified: modified)) == .proceed else {
            throw Problem.preconditionFailed
        }
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

extension Problem {
    static let preconditionFailed = Problem(
        status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
        detail: "The resource has changed since you read it. Read it again.")
}

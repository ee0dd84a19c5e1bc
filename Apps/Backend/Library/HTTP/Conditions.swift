import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Identifies the bytes of a version: `"…"` (RFC 9110, section 8.8.3). It is always strong.
struct EntityTag: Equatable, Sendable, CustomStringConvertible {
    let opaque: String
}

extension EntityTag {
    init(of bytes: Data) {
        self.init(opaque: String(bytes.sha256.hexadecimal.prefix(32)))
    }

    var description: String { "\"\(opaque)\"" }

    /// Whether the value of `If-Match` or `If-None-Match` contains this tag. A malformed value contains none.
    /// - Parameter weakly: whether the tag may be weak there (`W/"…"`), which suffices for a 304.
    func isContained(in list: String, weakly: Bool) -> Bool {
        if list == "*" { return true }
        var isContained = false
        // A tag may contain commas, so splitting the text at commas does not work.
        var rest = list.drop { " \t,".contains($0) }
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: /(W\/)?"([\x21\x23-\x7E\u{80}-\u{10FFFF}]*)"(?=[ \t,]|$)[ \t,]*/)
            else { return false }
            if match.2 == opaque, weakly || match.1 == nil { isContained = true }
            rest = rest[match.range.upperBound...]
        }
        return isContained
    }
}

struct Validators: Equatable, Sendable {
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

    let method: HTTPRequest.Method
    let fields: HTTPFields

    func verdict(_ current: Validators) -> Verdict {
        let isRead = method == .get || method == .head
        func date(_ name: HTTPField.Name) -> HTTPDate? { fields[name].flatMap(HTTPDate.init) }
        if let tags = fields[.ifMatch] {
            // A malformed condition matches nothing, because writing despite it could lose another client's update.
            guard current.tag.isContained(in: tags, weakly: false) else { return .failed }
        } else if let date = date(.ifUnmodifiedSince), let modified = current.modified, modified > date {
            return .failed
        }
        if let tags = fields[.ifNoneMatch] {
            if current.tag.isContained(in: tags, weakly: true) { return isRead ? .notModified : .failed }
        } else if isRead, let date = date(.ifModifiedSince), let modified = current.modified, modified <= date {
            return .notModified
        }
        return .proceed
    }

    /// Checks the preconditions of a write, in its transaction, against the body that a read would return now.
    func check(_ current: some Encodable, modified: HTTPDate?) throws {
        let tag = EntityTag(of: Data(try WireJSON.encode(current).readableBytesView))
        guard verdict(Validators(tag: tag, modified: modified)) == .proceed else { throw Problem.preconditionFailed }
    }
}

extension Preconditions {
    init(_ request: Request) {
        self.init(method: request.method, fields: request.headers)
    }
}

extension Problem {
    static let preconditionFailed = Problem(
        status: .preconditionFailed, code: "precondition_failed", title: "Precondition failed",
        detail: "The resource has changed since you read it. Read it again.")
}

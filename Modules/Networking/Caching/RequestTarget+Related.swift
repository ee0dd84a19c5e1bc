import Foundation
import HTTPTypes
import Primitives

extension RequestTarget {
    /// The URIs of the same origin that an answer names in Location and Content-Location: those that an unsafe method
    /// may have changed too (RFC 9111 section 4.4). What another origin's are, this one has no say in.
    func related(in fields: HTTPFields) -> [RequestTarget] {
        guard fields.contains(.location) || fields.contains(.contentLocation),
            let base = URL(string: "\(scheme)://\(authority)\(path)"), let origin = Origin(base)
        else { return [] }
        return [fields[.location], fields[.contentLocation]].compactMap { reference in
            guard let reference, let url = URL(string: reference, relativeTo: base)?.absoluteURL, Origin(url) == origin,
                let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
            else { return nil }
            let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
            return RequestTarget(scheme: scheme, authority: authority, path: parts.percentEncodedPath + query)
        }
    }
}

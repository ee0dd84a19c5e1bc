import HTTPTypes
import Networking

extension RequestTarget {
    /// The URIs in Location and Content-Location of a response, whose resources an unsafe method may also have changed
    /// (RFC 9111 section 4.4). URIs of other origins are ignored, because this server must not invalidate them.
    func related(in fields: HTTPFields) -> [RequestTarget] {
        guard let base = URIReference("\(scheme)://\(authority)\(path)") else { return [] }
        return [fields[.location], fields[.contentLocation]].compactMap { text in
            guard let reference = text.flatMap(URIReference.init) else { return nil }
            let target = reference.resolved(against: base)
            guard let scheme = target.scheme, let authority = target.authority else { return nil }
            let related = RequestTarget(scheme: scheme, authority: authority, path: target.requestPath)
            return related.scheme == self.scheme && related.authority == self.authority ? related : nil
        }
    }
}

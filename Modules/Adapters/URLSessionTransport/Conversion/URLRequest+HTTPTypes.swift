import Foundation
import HTTPTypes
import Networking
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// URLSession's form of a request; throws where it has none, or would send another one.
    init(_ request: HTTPRequest, bodyLength: Int64, on stack: Stack) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https",
            let authority = request.authority, !authority.utf8.contains(UInt8(ascii: "@")),
            let path = request.path, path.utf8.first == UInt8(ascii: "/")
        else {
            throw .unsendable(
                reason: "A request needs an http or https scheme, a plain authority and an absolute path.")
        }
        // URLSession would connect to another port for one that is out of range.
        do throws(InvalidAddress) {
            _ = try Authority(authority)
        } catch {
            throw .unsendable(reason: "Its address must \(error.requirement)")
        }
        guard request.method != .get || bodyLength == 0 else {
            throw .unsendable(reason: "URLSession sends no body with GET.")
        }
        let text = "\(scheme)://\(authority)\(path)"
        guard let url = URL(string: text), url.absoluteString == text, !path.hasDotSegments else {
            throw .unsendable(reason: "URLSession would send another path than the request's.")
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // As in the session's configuration, which a request overrides.
        timeoutInterval = 7 * 24 * 3_600
        setFields(of: request)
        if !stack.keepsConnections { setValue("close", forHTTPHeaderField: "Connection") }
        if let suppression = stack.suppression {
            for name in ["Accept", "Accept-Language", "Content-Type", "User-Agent"]
            where value(forHTTPHeaderField: name) == nil {
                setValue(suppression, forHTTPHeaderField: name)
            }
            // RFC 9110 section 8.6: a length of 0 is said where the method expects a body.
            if bodyLength == 0, ![.post, .put, .patch].contains(request.method) {
                setValue(suppression, forHTTPHeaderField: "Content-Length")
            }
        }
    }

    /// Fields of one name become one, their values joined (RFC 9110 section 5.3): URLSession has no other form.
    private mutating func setFields(of request: HTTPRequest) {
        var names: Set<String> = []
        for field in request.headerFields where names.insert(field.name.canonicalName).inserted {
            switch field.name.canonicalName {
            case "host", "content-length", "transfer-encoding", "connection": continue
            default: setValue(request.headerFields[field.name], forHTTPHeaderField: field.name.rawName)
            }
        }
        if !names.contains("accept-encoding") {
            setValue(request.decodableEncodings, forHTTPHeaderField: "Accept-Encoding")
        }
    }
}

extension HTTPRequest {
    /// What URLSession decodes everywhere. A range counts bytes of the encoded body, so it is asked for without encoding, and
    /// so is HEAD, whose Content-Length then is the one that a range needs.
    fileprivate var decodableEncodings: String {
        method == .head || headerFields.contains(.range) ? "identity" : "gzip, deflate"
    }
}

extension String {
    /// Whether the path has segments that URLSession's stack resolves on its own account (RFC 3986 section 5.2.4).
    fileprivate var hasDotSegments: Bool {
        prefix { $0 != "?" }.split(separator: "/").contains { segment in
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }
}

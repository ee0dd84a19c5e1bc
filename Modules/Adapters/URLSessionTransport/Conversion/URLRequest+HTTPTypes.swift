import Foundation
import HTTPTypes
import Networking
import Primitives

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Converts a request to URLSession's type. Throws if URLSession can't send it, or would change it.
    init(_ request: HTTPRequest, bodyLength: Int64, on capabilities: URLSessionCapabilities) throws(TransportError) {
        guard let scheme = request.scheme, scheme == "http" || scheme == "https",
            let authority = request.authority, !authority.utf8.contains(UInt8(ascii: "@")),
            let path = request.path, path.utf8.first == UInt8(ascii: "/")
        else {
            throw .unsendable(
                reason: "A request needs an http or https scheme, a host without a user name and an absolute path.")
        }
        // If the port is out of range, URLSession would connect to another one.
        do throws(InvalidAddress) {
            _ = try Authority(authority)
        } catch {
            throw .unsendable(reason: "Its address must \(error.requirement)")
        }
        guard request.method != .get || bodyLength == 0 else {
            throw .unsendable(reason: "URLSession can't send a body with GET. Remove it, or use POST.")
        }
        let text = "\(scheme)://\(authority)\(path)"
        guard let url = URL(string: text), url.absoluteString == text, !path.hasDotSegments else {
            throw .unsendable(reason: "URLSession would change the path. Percent-encode it, and remove dot segments.")
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // The same value as in the session's configuration, because the request's value overrides it.
        timeoutInterval = 7 * 24 * 3_600
        setFields(of: request)
        if !capabilities.reusesConnections { setValue("close", forHTTPHeaderField: "Connection") }
        if let defaultFieldBlocker = capabilities.defaultFieldBlocker {
            for name in ["Accept", "Accept-Language", "Content-Type", "User-Agent"]
            where value(forHTTPHeaderField: name) == nil {
                setValue(defaultFieldBlocker, forHTTPHeaderField: name)
            }
            // RFC 9110 section 8.6: a length of 0 is sent only for methods that expect a body.
            if bodyLength == 0, ![.post, .put, .patch].contains(request.method) {
                setValue(defaultFieldBlocker, forHTTPHeaderField: "Content-Length")
            }
        }
    }

    /// Joins the values of fields with the same name (RFC 9110 section 5.3), because URLSession stores one value per
    /// name.
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
    /// The encodings that URLSession decodes on every platform. None is accepted for range requests, because a range
    /// counts bytes of the encoded body, or for HEAD, so that its Content-Length fits a later range request.
    fileprivate var decodableEncodings: String {
        method == .head || headerFields.contains(.range) ? "identity" : "gzip, deflate"
    }
}

extension String {
    /// Whether the path has dot segments, which URLSession removes (RFC 3986 section 5.2.4).
    fileprivate var hasDotSegments: Bool {
        prefix { $0 != "?" }.split(separator: "/").contains { segment in
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }
}

extension URLResponse {
    /// The head of a response, or `nil` if it is not an HTTP response. URLSession joins fields with the same name and
    /// has no order of fields, so they are sorted by name.
    var head: HTTPResponse? {
        guard let response = self as? HTTPURLResponse else { return nil }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            guard let text = name as? String, let name = HTTPField.Name(text), let value = value as? String else {
                continue
            }
            if name == .setCookie {
                fields[values: name] = SetCookieValues(joined: value).values
            } else {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        return HTTPResponse(status: HTTPResponse.Status(code: response.statusCode), headerFields: fields)
    }
}

/// Splits the values of several Set-Cookie fields that URLSession has joined with commas.
///
/// In general this is ambiguous, because dates contain commas too (RFC 9110 section 5.3 names the field as an
/// exception). But a new cookie begins with a name and `=`, before any `;` or comma, and the rest of a date does not.
struct SetCookieValues {
    let values: [String]

    init(joined text: String) {
        var values: [String] = []
        var value: [Substring] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if !value.isEmpty, part.beginsCookie {
                values.append(Self.trimmed(value))
                value = []
            }
            value.append(part)
        }
        self.values = values + [Self.trimmed(value)]
    }

    private static func trimmed(_ parts: [Substring]) -> String {
        String(parts.joined(separator: ",").drop { $0 == " " })
    }
}

extension Substring {
    /// Whether it starts with a token and `=` (RFC 6265 section 4.1.1).
    fileprivate var beginsCookie: Bool {
        let name = drop { $0 == " " }.prefix { !"=; \"(),/:<>?@[\\]{}\t".contains($0) }
        return !name.isEmpty && name.endIndex < endIndex && self[name.endIndex] == "="
    }
}

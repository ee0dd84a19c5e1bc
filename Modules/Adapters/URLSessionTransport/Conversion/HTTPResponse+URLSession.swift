import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

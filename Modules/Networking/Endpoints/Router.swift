import Foundation
public import HTTPTypes

/// Converts an endpoint into the HTTP request for one environment. It sends nothing.
public struct Router: Sendable {
    public let environment: APIEnvironment
    private let coding: any BodyCoding

    /// - Parameter coding: encodes the bodies of endpoints.
    public init(environment: APIEnvironment, coding: any BodyCoding) {
        self.environment = environment
        self.coding = coding
    }

    /// The request and its body. Throws ``InvalidRequest`` if a value can't be a path segment, the path does not begin
    /// with `/` or has a `%` without two hexadecimal digits, a header is invalid, the body can't be encoded, or the
    /// environment does not support the endpoint's version.
    public func route<Access, Response>(
        _ endpoint: Endpoint<Access, Response>
    ) throws(InvalidRequest) -> (request: HTTPRequest, body: RequestBody) {
        guard let path = endpoint.path.encoded else {
            throw InvalidRequest(
                reason: #"A value in the path of \#(endpoint.operation) is empty, "." or "..". Pass another value."#)
        }
        guard path.isEmpty || path.hasPrefix("/") else {
            throw InvalidRequest(reason: "The path of \(endpoint.operation) must begin with a slash.")
        }
        guard path.hasOnlyWholeEscapes else {
            throw InvalidRequest(
                reason: "The path of \(endpoint.operation) has a % without two hexadecimal digits. Write %25 for a % "
                    + "itself.")
        }
        var target = environment.basePath
        if let version = endpoint.version ?? environment.version {
            if let refusal = environment.refusal(of: version) {
                throw InvalidRequest(reason: "\(endpoint.operation) needs \(version), but \(refusal)")
            }
            target += "/\(version)"
        }
        target += path
        if target.isEmpty { target = "/" }
        if !endpoint.query.isEmpty { target += "?" + PercentEncoding.segment.pairs(endpoint.query) }

        var fields = environment.fields
        if let accept = endpoint.response.accept { fields[.accept] = accept }
        let (body, contentType) = try encode(endpoint.body, of: endpoint.operation)
        if let contentType { fields[.contentType] = contentType }
        var own = HTTPFields()
        for header in endpoint.headers {
            guard let field = header.field else {
                throw InvalidRequest(reason: "\(header.name) of \(endpoint.operation) is not a valid header field.")
            }
            own.append(field)
        }
        for field in own { fields[field.name] = nil }
        fields.append(contentsOf: own)

        let request = HTTPRequest(
            method: endpoint.method.httpMethod, scheme: environment.scheme, authority: environment.authority,
            path: target, headerFields: fields)
        return (request, body)
    }

    /// A request for the metadata of an error if the real request could not be created.
    func placeholder(for method: RequestMethod = .get) -> HTTPRequest {
        HTTPRequest(
            method: method.httpMethod, scheme: environment.scheme, authority: environment.authority,
            path: environment.basePath)
    }

    private func encode(
        _ body: EndpointBody, of operation: String
    ) throws(InvalidRequest) -> (RequestBody, contentType: String?) {
        switch body {
        case .none:
            return (.empty, nil)
        case .encodable(let value):
            do {
                return (.data(try coding.encode(value)), coding.contentType)
            } catch {
                // The encoder's error may quote the value, which may be secret.
                throw InvalidRequest(reason: "The body of \(operation) can't be encoded (\(type(of: value))).")
            }
        case .form(let items):
            return (.data(Data(PercentEncoding.form.pairs(items).utf8)), "application/x-www-form-urlencoded")
        case .multipart(let form):
            return (form.requestBody, form.contentType)
        case .data(let data, let contentType):
            return (.data(data), contentType)
        case .stream(let stream, let contentType):
            return (.stream(stream), contentType)
        }
    }
}

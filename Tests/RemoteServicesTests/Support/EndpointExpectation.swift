import HTTPTypes
import Networking
import RemoteServices
import TestSupport
import Testing

/// Expects that the endpoint goes over the wire with this method, path and JSON body.
func expectRequest<Access, Response>(
    _ endpoint: Endpoint<Access, Response>, _ method: String, _ path: String, body expected: String?,
    sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let (request, body) = try Router.fixture().route(endpoint)
    #expect(request.method.rawValue == method, sourceLocation: sourceLocation)
    #expect(request.path == path, sourceLocation: sourceLocation)
    #expect(request.authority == "api.example.com", sourceLocation: sourceLocation)
    switch (body, expected) {
    case (.empty, nil):
        #expect(request.headerFields[.contentType] == nil, sourceLocation: sourceLocation)
    case (.data(let data), .some(let expected)):
        #expect(request.headerFields[.contentType] == "application/json", sourceLocation: sourceLocation)
        try expectJSON(data, is: expected, sourceLocation: sourceLocation)
    default:
        Issue.record("expected \(expected ?? "no body"), got \(body)", sourceLocation: sourceLocation)
    }
}

extension Router {
    /// A router for an API below the path `/base/`, in version 2.
    static func fixture() throws -> Router {
        Router(
            environment: try .fixture(baseURL: "https://api.example.com/base/", version: APIVersion(2)),
            coding: JSONBodyCoding())
    }
}

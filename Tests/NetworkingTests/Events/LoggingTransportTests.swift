import ContractSuites
import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("Logged header fields", .failsOnUnexpectedCalls)
struct LoggingTransportTests {
    @Test("fields are logged as they are sent and received, without the values of those that may be secret")
    func fields() async throws {
        let secret = Canary("fields").text
        let lines = LineRecorder()
        let server = FakeTransport { _ in
            .data(
                Data(), fields: [.contentType: "text/plain", .setCookie: "id=\(secret)", .location: "/?code=\(secret)"])
        }
        let transport = LoggingTransport(server, report: lines.add)
        var request = HTTPRequest(
            method: .get, scheme: "https", authority: "api.example.com", path: "/items?q=\(secret)",
            headerFields: [.accept: "application/json", .authorization: "Bearer \(secret)"])
        _ = try await transport.send(request, body: .empty, on: ExchangeOptions(.buffered(limit: 10)))
        #expect(lines.all.count == 2 && !lines.all.joined().contains("canary"))
        #expect(
            lines.all.first == """
                > GET https://api.example.com/items?q=‹redacted›
                > Accept: application/json
                > Authorization: ‹redacted›
                """)
        let response = try #require(lines.all.last).split(separator: "\n")
        #expect(response.first == "< 200 OK")
        #expect(response.contains("< Content-Type: text/plain") && response.contains("< Set-Cookie: ‹redacted›"))
        request.method = .head
        request.headerFields[.contentType] = "text/html; charset=\(secret)"
        _ = try await transport.send(request, body: .empty)
        #expect(lines.all.count == 4 && !lines.all.joined().contains("canary"))
        #expect(lines.all[2].hasSuffix("\n> Content-Type: text/html; ‹redacted›"))
    }
}

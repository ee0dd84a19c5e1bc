import EngineTestSupport
import Foundation
import HTTPTypes
import InProcessBackend
import Networking
import Testing

/// The sample backend's responder as a transport.
struct InProcessBackendTests {
    private static func request(
        _ method: HTTPRequest.Method, _ path: String, to transport: FakeTransport
    ) -> HTTPRequest {
        HTTPRequest(
            method: method, scheme: "http", authority: transport.authority, path: path,
            headerFields: [.contentType: "application/json"])
    }

    private static func arm(_ name: String, _ json: String, on transport: FakeTransport) async throws {
        let response = try await transport.send(
            request(.post, "/faults/\(name)", to: transport), body: .data(Data(json.utf8)))
        #expect(response.head.status == .noContent)
    }

    @Test("the responder reads a request's body, and its response has the server's links")
    func exchange() async throws {
        try await InProcessBackend.run { _, transport in
            let login = #"{"email":"grace@example.com","password":"nanosecond-wire"}"#
            let response = try await transport.send(
                Self.request(.post, "/v2/auth/login", to: transport), body: .data(Data(login.utf8)))
            let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
            let token = try #require(text.firstMatch(of: /"access_token":"([^"]+)"/)?.1)
            var request = Self.request(.get, "/v2/time-entries?per_page=1", to: transport)
            request.headerFields[.authorization] = "Bearer \(token)"
            let page = try await transport.send(request, body: .empty)
            let link = try #require(HTTPField.Name("Link").flatMap { page.head.headerFields[$0] })
            #expect(link.contains("<http://\(transport.authority)/v2/time-entries?"))
        }
    }

    @Test("a connection that a fault switch ends is lost, before the head or in the body")
    func faults() async throws {
        try await InProcessBackend.run { _, transport in
            let health = Self.request(.get, "/v2/health", to: transport)
            try await Self.arm("hang-up", "{}", on: transport)
            await #expect(throws: TransportError.connectionLost) {
                try await transport.send(health, body: .empty)
            }
            try await Self.arm("cut", #"{"after":3}"#, on: transport)
            await #expect(throws: TransportError.truncatedResponse) {
                try await transport.send(health, body: .empty).body.collect(upTo: 100)
            }
        }
    }

    @Test("the head arrives before the body, whose first bytes can be read before its last ones are written")
    func streaming() async throws {
        try await InProcessBackend.run { _, transport in
            try await Self.arm("drip", #"{"milliseconds":60000}"#, on: transport)
            let response = try await transport.send(Self.request(.get, "/v2/health", to: transport), body: .empty)
            guard case .stream(let body) = response.body else {
                Issue.record("not a stream")
                return
            }
            var bytes = body.makeAsyncIterator()
            #expect(try await bytes.next() == Data("{".utf8))
        }
    }

    /// Its lists, dates and tokens are those of a real server.
    @Test(
        "with it, the stored list is on the screen before any time passes, whatever the server does",
        .timeLimit(.minutes(20)), arguments: StoredReadsTests.Fault.allCases)
    func storedReads(fault: StoredReadsTests.Fault) async throws {
        try await InProcessBackend.run { environment, backend in
            try await StoredReadsTests.expectStoredList(fault, from: backend, at: environment, ManualClock())
        }
    }
}

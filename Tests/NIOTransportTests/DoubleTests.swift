import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("The doubles of Transport")
struct DoubleTests {
    private let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/x")

    @Test("a stub gives its answers in their order, and records a failure when none is left")
    func stub() async throws {
        let transport = StubTransport(.success(.json("{}")), .failure(.connectionLost))
        let response = try await transport.send(request, body: .empty)
        #expect(response.head.headerFields[.contentType] == "application/json")
        await #expect(throws: TransportError.connectionLost) { try await transport.send(request, body: .empty) }
        await withKnownIssue {
            _ = try await transport.send(request, body: .empty)
        }
    }

    @Test("a mock records every call, failed ones too, and passes it on")
    func recording() async throws {
        let transport = RecordingTransport(StubTransport(.failure(.closed), .success(.text("hello"))))
        await #expect(throws: TransportError.closed) { try await transport.send(request, body: .empty) }
        let response = try await transport.send(request, body: .data(Data("body".utf8)))
        #expect(try await response.body.collect(upTo: 5) == Data("hello".utf8))
        #expect(transport.calls.map(\.request.path) == ["/x", "/x"])
        #expect(transport.calls.map(\.body.length) == [0, 4])
        await transport.shutdown()
        #expect(transport.shutdowns == 1)
    }

    @Test("a failing double records a test failure and throws")
    func failing() async throws {
        let transport = FailingTransport()
        await transport.shutdown()
        await withKnownIssue {
            await #expect(throws: TransportError.self) { try await transport.send(request, body: .empty) }
        } matching: { issue in
            issue.error is UnexpectedCall
        }
    }
}

import AsyncHTTPClient
import HTTPTypes
import NIOHTTP1
import Networking
import Synchronization
import TestSupport
import Testing

@testable import NIOTransport

@Suite("How requests are given to the client")
struct RequestTests {
    @Test(
        "a request that HTTP/1.1 has no form for is refused",
        arguments: [
            HTTPRequest(method: .get, scheme: nil, authority: "a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "ftp", authority: "a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: nil, path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "user:secret@a.example", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: nil),
            HTTPRequest(method: .get, scheme: "http", authority: "secret.example:65536", path: "/"),
            HTTPRequest(method: .get, scheme: "https", authority: "secret.example:99999999999999999999", path: "/"),
            HTTPRequest(method: .options, scheme: "https", authority: "a.example", path: "*"),
        ])
    func refused(request: HTTPRequest) {
        let error = #expect(throws: TransportError.self) { try message(request) }
        guard case .unsendable(let reason) = error else {
            Issue.record("expected an unsendable request, got \(String(describing: error))")
            return
        }
        #expect(!reason.contains("secret"))
    }

    @Test("Host is the authority, stands first, and gives way to no field of that name")
    func host() throws {
        let name = try #require(HTTPField.Name("Host"))
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "[::1]:8080", path: "/a?b",
            headerFields: [.accept: "*/*", name: "elsewhere.example"])
        let message = try message(request)
        #expect(message.url == "http://[::1]:8080/a?b")
        #expect(message.headers.first?.name == "Host")
        #expect(message.headers["host"] == ["[::1]:8080"])
        #expect(message.headers["Accept"] == ["*/*"])
    }

    @Test(
        "a secure destination has a port in the client's URL, and none is added to Host",
        arguments: [
            ("a.example", "http://a.example:443/", "a.example"),
            ("A.example:8443", "http://A.example:8443/", "a.example"),
            ("a.example:", "http://a.example:443/", "a.example"), ("[::1]", "http://[::1]:443/", "::1"),
            ("[::1]:8443", "http://[::1]:8443/", "::1"),
        ])
    func secure(authority: String, url: String, host: String) throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: authority, path: "/")
        let destination = try Destination(of: request)
        #expect(destination.isSecure)
        #expect(destination.host == host)
        let message = try message(request)
        #expect(message.url == url)
        #expect(message.headers["Host"] == [authority])
    }

    private func message(_ request: HTTPRequest) throws -> HTTPClientRequest {
        try HTTPClientRequest(request, to: Destination(of: request), body: nil)
    }

    @Test("a read that is interrupted before it begins doesn't begin")
    func interruptedBefore() async {
        let reading = InterruptibleReading()
        reading.interrupt()
        await #expect(throws: CancellationError.self) {
            try await reading.run { Issue.record("it was read") }
        }
    }

    @Test("a read that is interrupted under way is cancelled, and what it gives then still counts")
    func interruptedWithin() async throws {
        let reading = InterruptibleReading()
        let gate = Gate()
        let read = Task {
            try await reading.run {
                await gate.pass()
                return Task.isCancelled
            }
        }
        await gate.waitForArrivals(1)
        reading.interrupt()
        #expect(try await read.value)
    }
}

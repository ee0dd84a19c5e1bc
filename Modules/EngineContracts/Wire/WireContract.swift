import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

/// The contract that every HTTP/1.1 transport fulfills, about the bytes on the wire (RFC 9112). ``TransportContract``
/// has the promises that do not depend on bytes, and `limitClauses` those of transports with configurable limits.
public enum WireContract {
    /// The clauses. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<WireSubject>] {
        requestClauses + framingClauses + encodingClauses + connectionClauses + brokenResponseClauses
            + unreachableClauses + paceClauses + cancellationClauses
    }
}

extension WireContract {
    static var requestClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("the Host field occurs once and contains the authority") { subject in
                let request = try await subject.received(.get)
                #expect(request.line == "GET / HTTP/1.1")
                #expect(request.values("Host") == [subject.server.authority])
            },
            ContractClause("cookies are sent in one field") { subject in
                let request = try await subject.received(.get, fields: [.cookie: "a=1; b=2"])
                #expect(request.values("Cookie") == ["a=1; b=2"])
                #expect(request.values("Authorization").isEmpty)
            },
            ContractClause("requests accept gzip unless they have their own Accept-Encoding or a range") { subject in
                let plain = try await subject.received(.get)
                #expect(plain.values("Accept-Encoding").joined(separator: ",").contains("gzip"))
                let own = try await subject.received(.get, fields: [.acceptEncoding: "identity"])
                #expect(own.values("Accept-Encoding") == ["identity"])
                let range = try await subject.received(.get, fields: [.range: "bytes=10-"])
                #expect(!range.values("Accept-Encoding").joined().contains("gzip"))
            },
            ContractClause("a body of known length has a Content-Length") { subject in
                let stream = RequestBody.Streamed(length: 10, isReplayable: true) { ByteStream(Data.pattern(10)) }
                for body in [RequestBody.data(Data.pattern(10)), .stream(stream)] {
                    let request = try await subject.received(.put, body: body)
                    #expect(request.values("Content-Length") == ["10"])
                    #expect(request.values("Transfer-Encoding").isEmpty)
                    #expect(request.body == Data.pattern(10))
                }
            },
            ContractClause("a body of unknown length is sent in chunks") { subject in
                let stream = RequestBody.Streamed(length: nil, isReplayable: true) { ByteStream(Data.pattern(10)) }
                let request = try await subject.received(.put, body: .stream(stream))
                #expect(request.values("Transfer-Encoding") == ["chunked"])
                #expect(request.values("Content-Length").isEmpty)
                #expect(request.body == Data.pattern(10))
            },
            ContractClause("a request without a body has Content-Length 0 only if its method expects a body") {
                subject in
                for method: HTTPRequest.Method in [.post, .put, .patch] {
                    let request = try await subject.received(method)
                    #expect(request.values("Content-Length") == ["0"])
                }
                for method: HTTPRequest.Method in [.get, .delete] {
                    let request = try await subject.received(method)
                    #expect(request.values("Content-Length").isEmpty)
                    #expect(request.values("Transfer-Encoding").isEmpty)
                }
            },
        ]
    }
}

extension WireContract {
    static var connectionClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("sequential calls share a connection") { subject in
                subject.server.serveAlways("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                for _ in 1...20 {
                    try await subject.get().expectText("ok")
                }
                #expect(subject.server.connectionCount == 1)
            },
            ContractClause("a connection that the response closes is not reused") { subject in
                for head in ["HTTP/1.1 200 OK\r\nConnection: close", "HTTP/1.0 200 OK"] {
                    let before = subject.server.connectionCount
                    subject.server.serveAlways("\(head)\r\nContent-Length: 2\r\n\r\nok")
                    for _ in 1...3 {
                        try await subject.get().expectText("ok")
                    }
                    #expect(subject.server.connectionCount == before + 3)
                }
            },
            ContractClause("concurrent calls use separate connections") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    await gate.pass()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 1...50 { group.addTask { try await subject.get().text } }
                    // No response is sent before all requests have arrived, so the calls can't wait for one another.
                    await gate.waitForArrivals(50)
                    gate.open()
                    for try await text in group { #expect(text == "ok") }
                }
            },
        ]
    }

    static var unreachableClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a port without a listener refuses the connection") { subject in
                await #expect(throws: TransportError.connectionRefused) {
                    try await subject.send(to: subject.server.refusingAuthority)
                }
            },
            ContractClause("a host name without an address is not found") { subject in
                // RFC 6761 reserves this name, so it never has an address.
                await #expect(throws: TransportError.hostNotFound) {
                    try await subject.send(to: "nonexistent.invalid")
                }
            },
        ]
    }
}

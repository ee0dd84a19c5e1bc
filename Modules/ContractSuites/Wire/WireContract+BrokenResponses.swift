import Foundation
import Networking
import TestSupport
import Testing

extension WireContract {
    static var brokenResponseClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a response that ends before its announced length is truncated") { subject in
                for response in [
                    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                ] {
                    subject.server.serve(response)
                    await #expect(throws: TransportError.truncatedResponse, "\(response)") {
                        try await subject.get().text
                    }
                }
            },
            ContractClause("a connection that ends before the end of the head is lost") { subject in
                for response in ["", "HTTP/1.1", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"] {
                    subject.server.serve(response)
                    await #expect(throws: TransportError.connectionLost, "\(response)") { try await subject.get().text }
                }
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.reset()
                }
                await #expect(throws: TransportError.connectionLost) { try await subject.get().text }
            },
            ContractClause("a reset during the body is an error") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\n\r\nhello")
                    await gate.pass()
                    try await connection.reset()
                }
                let response = try await subject.get()
                gate.open()
                let error = await #expect(throws: TransportError.self) { try await response.text }
                #expect(error == .connectionLost || error == .truncatedResponse)
            },
            ContractClause("bytes that are not HTTP are an invalid response") { subject in
                for response in [
                    "220 mail.example ESMTP\r\n", "\u{0}\u{1}\u{2}\u{3}", "HTTP/1.1 2x0 OK\r\n\r\n",
                    "HTTP/1.1 1000 Many\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                    "HTTP/1.1 200 OK\r\nBad Name: x\r\n\r\n",
                ] {
                    subject.server.serve(response)
                    await expectInvalid(response) { try await subject.get().text }
                }
            },
            ContractClause("malformed chunks are an invalid response") { subject in
                let response = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfive\r\nhello\r\n0\r\n\r\n"
                subject.server.serve(response)
                await expectInvalid(response) { try await subject.get().text }
            },
            ContractClause("a broken response does not affect the next call") { subject in
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                await #expect(throws: TransportError.self) { try await subject.get().text }
                subject.server.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                let text = try await subject.get().text
                #expect(text == "ok")
            },
        ]
    }

    private static func expectInvalid(
        _ response: String, _ call: () async throws -> String
    ) async {
        let error = await #expect(throws: TransportError.self, "\(response)") { try await call() }
        guard case .invalidResponse = error else {
            Issue.record("expected invalidResponse, got \(String(describing: error)) for \(response)")
            return
        }
    }
}

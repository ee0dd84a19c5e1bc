import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension WireContract {
    static var connectionClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("sequential calls share a connection") { subject in
                subject.server.serveAlways("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                for _ in 1...20 {
                    let text = try await subject.get().text
                    #expect(text == "ok")
                }
                #expect(subject.server.connectionCount == 1)
            },
            ContractClause("a connection that the response closes is not reused") { subject in
                for head in ["HTTP/1.1 200 OK\r\nConnection: close", "HTTP/1.0 200 OK"] {
                    let before = subject.server.connectionCount
                    subject.server.serveAlways("\(head)\r\nContent-Length: 2\r\n\r\nok")
                    for _ in 1...3 {
                        let text = try await subject.get().text
                        #expect(text == "ok")
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
                let request = subject.request(authority: subject.server.refusingAuthority)
                await #expect(throws: TransportError.connectionRefused) {
                    _ = try await subject.transport.send(request, body: .empty)
                }
            },
            ContractClause("a host name without an address is not found") { subject in
                // RFC 6761 reserves this name, so it never has an address.
                let request = subject.request(authority: "nonexistent.invalid")
                await #expect(throws: TransportError.hostNotFound) {
                    _ = try await subject.transport.send(request, body: .empty)
                }
            },
        ]
    }
}

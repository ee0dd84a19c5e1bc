import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

extension WireContract {
    static var connectionClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("calls one after the other share a connection") { subject in
                subject.server.serveAlways("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                for _ in 1...20 {
                    let text = try await subject.get().text
                    #expect(text == "ok")
                }
                #expect(subject.server.connectionCount == 1)
            },
            ContractClause("a connection that the answer closes is not used again") { subject in
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
            ContractClause("calls at once have a connection each") { subject in
                let gate = Gate()
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    await gate.pass()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                }
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 1...50 { group.addTask { try await subject.get().text } }
                    // None is answered before all have come: they can't be waiting for one another.
                    await gate.waitForArrivals(50)
                    gate.open()
                    for try await text in group { #expect(text == "ok") }
                }
            },
        ]
    }

    static var unreachableClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a port where nobody listens refuses the connection") { subject in
                let request = subject.request(authority: subject.server.refusingAuthority)
                await #expect(throws: TransportError.connectionRefused) {
                    _ = try await subject.transport.send(request, body: .empty)
                }
            },
            ContractClause("a name without an address is not found") { subject in
                // RFC 6761 keeps this name from ever having one.
                let request = subject.request(authority: "nonexistent.invalid")
                await #expect(throws: TransportError.hostNotFound) {
                    _ = try await subject.transport.send(request, body: .empty)
                }
            },
        ]
    }
}

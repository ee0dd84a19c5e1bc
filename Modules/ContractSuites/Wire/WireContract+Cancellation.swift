import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Testing

extension WireContract {
    static var cancellationClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("cancelling before the head ends the connection") { subject in
                let (asked, ended) = (Gate(isOpen: true), Gate(isOpen: true))
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    await asked.pass()
                    await connection.waitForEnd()
                    await ended.pass()
                }
                let call = Task { try await subject.get() }
                await asked.waitForArrivals(1)
                call.cancel()
                await #expect(throws: TransportError.cancelled) { try await call.value }
                await ended.waitForArrivals(1)
            },
            ContractClause("cancelling during the body ends the connection") { subject in
                let (begun, ended) = (Gate(isOpen: true), Gate(isOpen: true))
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                    await connection.waitForEnd()
                    await ended.pass()
                }
                let call = Task {
                    let response = try await subject.get()
                    await begun.pass()
                    return try await response.text
                }
                await begun.waitForArrivals(1)
                call.cancel()
                await #expect(throws: TransportError.cancelled) { try await call.value }
                await ended.waitForArrivals(1)
            },
            ContractClause("discarding a response before its end closes the connection") { subject in
                let ended = Gate(isOpen: true)
                subject.server.serve { connection in
                    _ = try await connection.receiveRequest()
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                    await connection.waitForEnd()
                    await ended.pass()
                }
                let status = try await subject.get().head.status
                #expect(status == .ok)
                await ended.waitForArrivals(1)
            },
            ContractClause("cancelling releases a request body that waits for its next bytes") { subject in
                subject.server.serve { connection in
                    let head = try await connection.receiveHead()
                    _ = try await connection.skipBody(of: head)
                }
                let (read, released) = (Gate(isOpen: true), Gate(isOpen: true))
                let body = RequestBody.Streamed(length: nil, isReplayable: false) {
                    ByteStream(ScriptedBytes.waiting(read: read, released: released))
                }
                let call = Task { try await subject.transport.send(subject.request(.put), body: .stream(body)) }
                await read.waitForArrivals(1)
                call.cancel()
                await #expect(throws: TransportError.cancelled) { try await call.value }
                await released.waitForArrivals(1)
            },
            ContractClause("a response that arrives before the request body is sent releases the body") { subject in
                let (read, released) = (Gate(isOpen: true), Gate(isOpen: true))
                subject.server.serve { connection in
                    _ = try await connection.receiveHead()
                    // A response that is sent earlier may end the request body before its first byte is read.
                    await read.waitForArrivals(1)
                    try await connection.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\n\r\nbig")
                    await connection.waitForEnd()
                }
                let body = RequestBody.Streamed(length: nil, isReplayable: false) {
                    ByteStream(ScriptedBytes.waiting(read: read, released: released))
                }
                let response = try await subject.transport.send(subject.request(.put), body: .stream(body))
                #expect(response.head.status.code == 413)
                let text = try await response.text
                #expect(text == "big")
                await released.waitForArrivals(1)
            },
        ]
    }
}

extension ScriptedBytes {
    /// One chunk, and then nothing until the reader is cancelled.
    ///
    /// - Parameters:
    ///   - read: passed when the second chunk is requested.
    ///   - released: passed when the reader of the second chunk was released.
    fileprivate static func waiting(read: Gate, released: Gate) -> ScriptedBytes {
        ScriptedBytes(.piece(Data("first".utf8)), .pass(read), .pass(Gate()), .pass(released))
    }
}

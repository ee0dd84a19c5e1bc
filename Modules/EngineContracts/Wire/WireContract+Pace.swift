import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Synchronization
import Testing

extension WireContract {
    /// Far more than the buffers of two sockets and a transport.
    private static var large: Int { 64 * 1024 * 1024 }
    private static var buffers: Int { 16 * 1024 * 1024 }
    private static let piece = Data(repeating: 0x61, count: 64 * 1024)

    static var paceClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a slow reader limits how much the server can send, and the whole body arrives") { subject in
                let written = Mutex(0)
                subject.server.serve { connection in
                    let head = try await connection.receiveHead()
                    guard head.line.contains("GET") else { return try await connection.respondAlways("ok") }
                    try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(large)\r\n\r\n")
                    for _ in 0..<(large / piece.count) {
                        try await connection.send(piece)
                        written.withLock { $0 += piece.count }
                    }
                }
                let stream = try await subject.get().body.stream
                try await subject.keepBusy()
                #expect(written.withLock { $0 } < buffers)
                var count = 0
                for try await piece in stream { count += piece.count }
                #expect(count == large)
            },
            ContractClause("a slow server limits how much of the request body is read, and the whole body is sent") {
                subject in
                let (gate, read) = (Gate(), Gate(isOpen: true))
                subject.server.serve { connection in
                    let head = try await connection.receiveHead()
                    guard head.line.contains("PUT") else { return try await connection.respondAlways("ok") }
                    await gate.pass()
                    try await connection.respondAlways("\(try await connection.skipBody(of: head))")
                }
                let body = RequestBody.Streamed(length: Int64(large), isReplayable: true) {
                    ByteStream(
                        ScriptedBytes(
                            (0..<(large / piece.count)).flatMap { _ in [.pass(read), .piece(piece)] }))
                }
                let call = Task { try await subject.send(.put, body: .stream(body)).text }
                await gate.waitForArrivals(1)
                try await subject.keepBusy()
                #expect(read.arrivals * piece.count < buffers)
                gate.open()
                let text = try await call.value
                #expect(text == "\(large)")
                #expect(read.arrivals * piece.count == large)
            },
        ]
    }
}

extension WireConnection {
    /// Responds to the request whose head has arrived, and to all later ones.
    fileprivate func respondAlways(_ text: String) async throws {
        while true {
            try await send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            _ = try await receiveRequest()
        }
    }
}

extension WireSubject {
    /// Makes many calls, which gives a transport that reads ahead enough time to do so.
    fileprivate func keepBusy() async throws {
        for _ in 1...1_000 { _ = try await send(.delete).text }
    }
}

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
                subject.server.serveUntilEnd("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", ended)
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
            ContractClause("discarding an unfinished response closes the connection") { subject in
                let ended = Gate(isOpen: true)
                subject.server.serveUntilEnd("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello", ended)
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
                let call = Task { try await subject.send(.put, body: .stream(body)) }
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
                let response = try await subject.send(.put, body: .stream(body))
                #expect(response.head.status.code == 413)
                try await response.expectText("big")
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

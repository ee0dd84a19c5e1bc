import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
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
                let response = try await subject.get()
                try await subject.keepBusy()
                #expect(written.withLock { $0 } < buffers)
                guard case .stream(let stream) = response.body else {
                    Issue.record("the body is not a stream")
                    return
                }
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
                let call = Task { try await subject.transport.send(subject.request(.put), body: .stream(body)).text }
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
        for _ in 1...1_000 { _ = try await transport.send(request(.delete), body: .empty).text }
    }
}

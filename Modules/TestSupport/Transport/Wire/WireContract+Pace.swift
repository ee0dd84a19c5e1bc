import Foundation
import HTTPTypes
import Networking
import Synchronization
import Testing

extension WireContract {
    /// Far more than the buffers of two sockets and a transport hold.
    private static var large: Int { 64 * 1024 * 1024 }
    private static var buffers: Int { 16 * 1024 * 1024 }
    private static var piece: Data { Data(repeating: 0x61, count: 64 * 1024) }

    static var paceClauses: [ContractClause<WireSubject>] {
        [
            ContractClause("a server can write no further ahead than buffers go, and all arrives") { subject in
                let written = Mutex(0)
                subject.server.serve { connection in
                    let head = try await connection.receiveHead()
                    guard head.line.contains("GET") else { return try await connection.answerAlways("ok") }
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
            ContractClause("a body is read no further ahead than buffers go, and all is sent") { subject in
                let gate = Gate()
                let read = Mutex(0)
                subject.server.serve { connection in
                    let head = try await connection.receiveHead()
                    guard head.line.contains("PUT") else { return try await connection.answerAlways("ok") }
                    await gate.pass()
                    try await connection.answerAlways("\(try await connection.skipBody(of: head))")
                }
                let body = RequestBody.Streamed(length: Int64(large), isReplayable: true) {
                    ByteStream(
                        CountedBytes(piece: piece, count: large / piece.count) { count in read.withLock { $0 += count }
                        })
                }
                let call = Task { try await subject.transport.send(subject.request(.put), body: .stream(body)).text }
                await gate.waitForArrivals(1)
                try await subject.keepBusy()
                #expect(read.withLock { $0 } < buffers)
                gate.open()
                let text = try await call.value
                #expect(text == "\(large)")
                #expect(read.withLock { $0 } == large)
            },
        ]
    }
}

extension WireConnection {
    /// Answers the request whose head has come, and all that follow.
    fileprivate func answerAlways(_ text: String) async throws {
        while true {
            try await send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            _ = try await receiveRequest()
        }
    }
}

extension WireSubject {
    /// Makes many calls, in the time of which a transport that reads ahead would do so.
    fileprivate func keepBusy() async throws {
        for _ in 1...200 { _ = try await transport.send(request(.delete), body: .empty).text }
    }
}

/// The same piece again and again; tells each time it is asked for.
private struct CountedBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let piece: Data
    let count: Int
    let report: @Sendable (Int) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(piece: piece, left: count, report: report)
    }

    struct Iterator: AsyncIteratorProtocol {
        let piece: Data
        var left: Int
        let report: @Sendable (Int) -> Void

        mutating func next() async throws(TransportError) -> Data? {
            guard left > 0 else { return nil }
            left -= 1
            report(piece.count)
            return piece
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await next()
        }
    }
}

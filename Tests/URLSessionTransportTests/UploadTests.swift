import Foundation
import HTTPTypes
import Networking
import Primitives
import RawSocketServer
import Testing
import URLSessionTransport

@Suite("Streamed uploads", .timeLimit(.minutes(10)))
struct UploadTests {
    private static let piece = Data(repeating: 0x61, count: 100_000)

    @Test("a large upload is sent completely from a file that only its owner can read and that is removed afterwards")
    func large() async throws {
        let name = OneIdentifier()
        var configuration = URLSessionTransportConfiguration()
        configuration.identifierSource = name
        let file = FileManager.default.temporaryDirectory.appending(path: "upload-\(name.identifier.uuidString)")
        try await RawSocketServer.withServer { server in
            let mode = AsyncStream.makeStream(of: Int?.self)
            server.serve { connection in
                let head = try await connection.receiveHead()
                let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
                mode.continuation.yield((attributes?[.posixPermissions] as? NSNumber)?.intValue)
                let text = "\(try await connection.skipBody(of: head))"
                try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
            try await URLSessionTransport.withTransport(configuration: configuration) { transport in
                let body = RequestBody.Streamed(length: 2_500_000, isReplayable: true) {
                    ByteStream(chunks: Array(repeating: Self.piece, count: 25))
                }
                let response = try await transport.send(server.request(.put), body: .stream(body))
                #expect(try await response.body.collect(upTo: 100) == Data("2500000".utf8))
            }
            var modes = mode.stream.makeAsyncIterator()
            #expect(await modes.next() == 0o600)
        }
        // A thread of URLSession can hold the exchange, and so the file, for a moment longer. The limit ends this loop.
        while FileManager.default.fileExists(atPath: file.path) { await Task.yield() }
    }

    @Test("an upload that fails leaves no file, and none of it is sent")
    func failing() async throws {
        try await RawSocketServer.withServer { server in
            await URLSessionTransport.withTransport { transport in
                for announced: Int64 in [2_499_999, 2_500_001] {
                    let body = RequestBody.Streamed(length: announced, isReplayable: true) {
                        ByteStream(chunks: Array(repeating: Self.piece, count: 25))
                    }
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.send(server.request(.put), body: .stream(body))
                    }
                    guard case .requestBody = error else {
                        Issue.record("expected requestBody, got \(String(describing: error))")
                        continue
                    }
                }
            }
            #expect(server.connectionCount == 0)
        }
    }
}

/// Unique on this machine, and defined by the test.
private struct OneIdentifier: IdentifierSource {
    let identifier = UUID()

    func next() -> UUID {
        identifier
    }
}

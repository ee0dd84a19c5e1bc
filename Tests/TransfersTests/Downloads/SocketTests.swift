import Digests
import Foundation
import NIOTransport
import Networking
import NetworkingTestSupport
import Primitives
import RawSocketServer
import Synchronization
import TestSupport
import Testing
import Transfers

@Suite("Downloads over a socket", .timeLimit(.minutes(10)))
struct SocketTests {
    @Test("a download that is interrupted twice has the right digest")
    func cutTwice() async throws {
        let content = Data.random(3_000_000, from: SeededRandomSource(seed: 4))
        let server = FileServer(content: content, tag: "\"v1\"")
        var hash = SHA256Hashing().begin()
        content.withUnsafeBytes { hash.update($0) }
        let expected = try #require(ExpectedDigest(hash.digest().hexadecimal, by: SHA256Hashing()))
        let cuts = Mutex([1_000_000, 1_000_000][...])
        let monitor = MockEventMonitor()
        try await withTemporaryFolder { folder in
            try await RawSocketServer.withServer { socket in
                socket.serve { connection in
                    try await server.respond(on: connection, cutAfter: cuts.withLock { $0.popFirst() } ?? .max)
                }
                try await NIOTransport.withTransport { transport in
                    let client = try Client.fixture(
                        transport: transport, environment: .fixture(baseURL: "http://\(socket.authority)"),
                        time: SystemTimeSource(), monitor: monitor)
                    var policy = DownloadPolicy()
                    policy.baseDelay = .milliseconds(1)
                    let file = folder.appending(path: "file.bin")
                    let endpoint = Endpoint<TestGuest, Data>(.get, "/file", response: .data)
                    let loaded = try await client.session(for: TestGuest.self)
                        .download(endpoint, to: file, expecting: expected, policy: policy)
                    #expect(loaded.digest == expected.digest)
                    #expect(try Data(contentsOf: file) == content)
                }
                // Bytes received just before the end of a connection may be lost with it.
                let offsets = socket.requests.map(server.offset(of:))
                #expect(offsets.count == 3)
                #expect(zip(offsets, [0, 500_000, 1_000_000]).allSatisfy { $0 >= $1 })
                #expect(socket.requests.allSatisfy { $0.values("Accept-Encoding") == ["identity"] })
                #expect(monitor.names.filter { $0 == "download" }.count == 4)
            }
        }
    }
}

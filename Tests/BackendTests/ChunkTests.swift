import Foundation
import NIOCore
import Testing

@testable import Backend

/// Chunked bodies (RFC 9112, section 7.1.1), whose framing is limited.
struct ChunkTests {
    private static let login = #"{"email":"nobody@example.com","password":"x"}"#

    private func post(_ chunks: String, port: Int) async throws -> String {
        try await RawConnection.exchange(
            "POST /v2/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n" + chunks, port: port)
    }

    @Test("small chunks and chunks with small extensions are accepted")
    func read() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) {
                // Less than the total framing of the chunks.
                $0.limits.requestHead = 200
            } _: { port in
                let single = Self.login.map { "1;a=b\r\n\($0)\r\n" }.joined()
                let whole = "\(String(Self.login.utf8.count, radix: 16));name=\"value\"\r\n\(Self.login)\r\n"
                for chunks in [single, whole] {
                    let response = try await post(chunks + "0\r\n\r\n", port: port)
                    #expect(response.hasPrefix("HTTP/1.1 401 "))
                }
            }
        }
    }

    @Test("chunk extensions beyond the limit get one 400, in one chunk or in many")
    func extensions() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let endless = "1;" + String(repeating: "a", count: 60_000)
                let many = String(repeating: "1;" + String(repeating: "a", count: 200) + "\r\n \r\n", count: 1_000)
                for chunks in [endless, many] {
                    let response = try await post(chunks, port: port)
                    #expect(response.hasPrefix("HTTP/1.1 400 "))
                    #expect(response.contains("larger than the content"))
                    #expect(response.statuses.count == 1)
                }
            }
        }
    }

    @Test("a malformed chunk after a response gets no second response")
    func unreadBody() async throws {
        try await withTemporaryFolder { folder in
            try await LiveBackend.run(in: folder) { port in
                let response = try await RawConnection.exchange(
                    "GET /v2/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n", port: port)
                #expect(response.statuses.count <= 1)
            }
        }
    }
}

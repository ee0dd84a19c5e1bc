import Digests
import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import TestSupport
import Testing
import Transfers

@Suite("Downloads through the whole chain", .timeLimit(.minutes(10)))
struct DownloadTests {
    private static let size = 3_000_000

    @Test("a download that the backend interrupts twice has the digest that it publishes")
    func cutTwice() async throws {
        try await run { harness, session, folder in
            let digest = try await session.expectedDigest(of: Self.size)
            try await harness.faults.send(
                .arm("cut", Fault(count: 2, path: "/v2/files", after: 1_000_000)))
            let file = folder.appending(path: "sample.bin")
            let loaded = try await session.download(
                .sample(Self.size), to: file, expecting: digest, policy: .prompt)
            #expect(loaded.length == Int64(Self.size))
            #expect(loaded.digest == digest.digest)
            let downloads = try await harness.counters.downloads
            #expect(downloads.map(\.status) == [200, 206, 206])
            #expect(downloads.first?.range == nil)
            #expect(downloads.dropFirst().allSatisfy { $0.range != nil && $0.range != "bytes=0-" })
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["sample.bin"])
        }
    }

    private func run(
        _ body: @escaping @Sendable (BackendHarness, Session<Member>, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            try await BackendHarness.run { harness in
                let account = try await harness.logIn(.grace)
                try await body(harness, harness.stack.client.session(with: account.member), folder)
            }
        }
    }
}

extension DownloadPolicy {
    /// Continues at once.
    fileprivate static var prompt: DownloadPolicy {
        var policy = DownloadPolicy()
        policy.baseDelay = .milliseconds(1)
        return policy
    }
}

extension Session where Access: MemberScope {
    /// The backend's description of its sample file.
    fileprivate func expectedDigest(of size: Int) async throws -> ExpectedDigest {
        let published = try await send(.digest(of: size))
        return try #require(ExpectedDigest(published.sha256, by: SHA256Hashing()))
    }
}

private struct PublishedDigest: Decodable, Sendable {
    let sha256: String
}

extension Endpoint where Access: MemberScope, Response == Data {
    fileprivate static func sample(_ size: Int) -> Self {
        Endpoint(.get, "/files/sample-\(size)", response: .data)
    }
}

extension Endpoint where Access: MemberScope, Response == PublishedDigest {
    fileprivate static func digest(of size: Int) -> Self {
        Endpoint(.get, "/files/sample-\(size)/digest", response: .json)
    }
}

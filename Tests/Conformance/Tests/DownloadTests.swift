import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import Testing
import Transfers

@Suite("Downloads from a server with unreliable ranges", .againstHttpbin, .timeLimit(.minutes(20)))
struct DownloadTests {
    private static let length = 20_000
    private let whole = Data((0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    /// Ends soon: the defaults wait for half a second between attempts, and restart three times.
    private var hasty: TransferPolicy {
        var policy = TransferPolicy()
        policy.baseDelay = .milliseconds(10)
        policy.restarts = 1
        policy.random = SeededRandomSource(seed: 1)
        return policy
    }

    /// The first half is sent at once, the second after ten seconds; a request for the second half gets it at once.
    private let halves = Endpoint<TestGuest, Data>(
        .get, "/range/\(length)", query: [QueryItem("duration", 20), QueryItem("chunk_size", length / 2)],
        response: .data
    )

    /// Reports the delay between the halves as a lost connection.
    private func stalling(replacingTagsBy tags: [String] = []) -> Chain {
        var chain = Chain()
        chain.idleTimeout = .seconds(2)
        if !tags.isEmpty { chain.outer = TagWriter(tags: tags) }
        return chain
    }

    private func decisions(_ visitor: Visitor) -> [DownloadDecision] {
        visitor.monitor.events.compactMap(\.kind.downloadDecision)
    }

    @Test("a file is downloaded completely", arguments: TransportUnderTest.all)
    func inOneGo(transport: TransportUnderTest) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "letters")
            try await Visitor.visit(over: transport) { visitor in
                let loaded = try await visitor.guest.download(
                    Endpoint(.get, "/range/\(Self.length)", response: .data), to: file, policy: hasty)
                #expect(loaded.length == Int64(Self.length))
                #expect(try Data(contentsOf: file) == whole)
            }
        }
    }

    @Test(
        "an interrupted download is restarted and not continued, and keeps no bytes that httpbin's ETag can't identify",
        arguments: TransportUnderTest.all)
    func restarted(transport: TransportUnderTest) async throws {
        try await withTemporaryFolder { folder in
            try await Visitor.visit(over: transport, stalling()) { visitor in
                let error = await #expect(throws: DownloadError.self) {
                    try await visitor.guest.download(halves, to: folder.appending(path: "letters"), policy: hasty)
                }
                #expect(error?.failure == .restartedTooOften(hasty.restarts))
                #expect(decisions(visitor).contains(.restarted(.notResumable)))
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(left == [])
            }
        }
    }

    @Test(
        "with quoted ETags it would be continued, and a part of another version rejected although the server ignores If-Range",
        arguments: TransportUnderTest.all, [[#""v1""#], [#""v1""#, #""v2""#]])
    func continued(transport: TransportUnderTest, tags: [String]) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "letters")
            try await Visitor.visit(over: transport, stalling(replacingTagsBy: tags)) { visitor in
                _ = try await visitor.guest.download(halves, to: file, policy: hasty)
                #expect(try Data(contentsOf: file) == whole)
                #expect(decisions(visitor).contains(.restarted(.otherVersion)) == (tags.count > 1))
                #expect(decisions(visitor).last == .resumed(from: 10_000))
            }
        }
    }
}

/// Replaces the responses' entity tags by its own, in order; the last is for all further responses.
private final class TagWriter: Interceptor {
    private let tags: Mutex<[String]>

    init(tags: [String]) {
        self.tags = Mutex(tags)
    }

    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        var response = try await next(call)
        response.head.headerFields[.eTag] = tags.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        return response
    }
}

import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import TestSupport
import Testing
import Transfers

@Suite("Downloads from a server with unreliable ranges", .againstHttpbin, .timeLimit(.minutes(20)))
struct DownloadTests {
    private static let length = 20_000
    private let whole = Data((0..<length).map { UInt8(ascii: "a") + UInt8($0 % 26) })

    /// Ends soon: the defaults wait for half a second between attempts, and restart three times.
    private var hasty: DownloadPolicy {
        var policy = DownloadPolicy()
        policy.baseDelay = .milliseconds(10)
        policy.restarts = 1
        policy.random = SeededRandomSource(seed: 1)
        return policy
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        try await withTemporaryFolder { try await body($0.appending(path: "letters")) }
    }

    private func decisions(_ visitor: Visitor) -> [DownloadDecision] {
        visitor.monitor.events.compactMap(\.kind.downloadDecision)
    }

    @Test("a file is downloaded completely", arguments: TransportUnderTest.all)
    func inOneGo(transport: TransportUnderTest) async throws {
        try await withFile { file in
            try await Visitor.visit(over: transport) { visitor in
                let loaded = try await visitor.guest.download(
                    Endpoint(.get, "/range/\(Self.length)", response: .data), to: file, policy: hasty)
                #expect(loaded.length == Int64(Self.length))
                #expect(try Data(contentsOf: file) == whole)
            }
        }
    }

    @Test(
        "a cancelled download keeps no bytes that httpbin's ETag can't identify",
        arguments: TransportUnderTest.all)
    func givenUp(transport: TransportUnderTest) async throws {
        var impatient = hasty
        impatient.timeLimit = .seconds(1)
        impatient.checkpointBytes = 1_000
        try await withFile { [impatient] file in
            try await Visitor.visit(over: transport) { visitor in
                let slow = [QueryItem("duration", 6), QueryItem("chunk_size", 1_000)]
                let error = await #expect(throws: DownloadError.self) {
                    try await visitor.guest.download(
                        Endpoint(.get, "/range/\(Self.length)", query: slow, response: .data), to: file,
                        policy: impatient)
                }
                #expect(error?.call?.cause == .timeout(.total(.seconds(1))))
                let left = try FileManager.default.contentsOfDirectory(
                    atPath: file.deletingLastPathComponent().path)
                #expect(left == [])
            }
        }
    }

    @Test("an interrupted download from httpbin is restarted and not continued", arguments: TransportUnderTest.all)
    func restarted(transport: TransportUnderTest) async throws {
        try await withFile { file in
            try await Visitor.visit(over: transport, stalling()) { visitor in
                let error = await #expect(throws: DownloadError.self) {
                    try await visitor.guest.download(halves, to: file, policy: hasty)
                }
                #expect(error?.failure == .restartedTooOften(hasty.restarts))
                #expect(restarts(visitor) == Array(repeating: .notResumable, count: hasty.restarts))
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }
    }

    @Test("an interrupted download would be continued if httpbin quoted its ETags", arguments: TransportUnderTest.all)
    func continued(transport: TransportUnderTest) async throws {
        var chain = stalling()
        chain.outer = TagWriter(tags: [#""v1""#])
        try await withFile { [chain] file in
            try await Visitor.visit(over: transport, chain) { visitor in
                _ = try await visitor.guest.download(halves, to: file, policy: hasty)
                #expect(try Data(contentsOf: file) == whole)
                #expect(decisions(visitor).contains(.resumed(from: 10_000)))
                #expect(restarts(visitor) == [])
            }
        }
    }

    @Test(
        "a part of another version is rejected although the server ignores If-Range", arguments: TransportUnderTest.all)
    func otherVersion(transport: TransportUnderTest) async throws {
        var chain = stalling()
        chain.outer = TagWriter(tags: [#""v1""#, #""v2""#])
        try await withFile { [chain] file in
            try await Visitor.visit(over: transport, chain) { visitor in
                _ = try await visitor.guest.download(halves, to: file, policy: hasty)
                #expect(try Data(contentsOf: file) == whole)
                #expect(restarts(visitor) == [.otherVersion])
                #expect(decisions(visitor).last == .resumed(from: 10_000))
            }
        }
    }

    @Test("an HTML page instead of the file leaves no file", arguments: TransportUnderTest.all)
    func refused(transport: TransportUnderTest) async throws {
        try await withFile { file in
            try await Visitor.visit(over: transport) { visitor in
                let error = await #expect(throws: DownloadError.self) {
                    try await visitor.guest.download(
                        Endpoint(.get, "/status/404", response: .data), to: file, policy: hasty)
                }
                #expect(error?.call?.cause == .status(HTTPFailure(status: 404)))
                #expect(!FileManager.default.fileExists(atPath: file.path))
            }
        }
    }

    @Test("a download requests the file without compression", arguments: TransportUnderTest.all)
    func identity(transport: TransportUnderTest) async throws {
        try await withFile { file in
            try await Visitor.visit(over: transport) { visitor in
                _ = try await visitor.guest.download(
                    Endpoint(.get, "/anything", response: .data), to: file, policy: hasty)
                let echo = try JSONDecoder().decode(Echo.self, from: Data(contentsOf: file))
                #expect(echo.header("Accept-Encoding") == "identity")
                #expect(echo.header("Range") == nil)
            }
        }
    }

    private func restarts(_ visitor: Visitor) -> [DownloadDecision.Reason] {
        decisions(visitor).compactMap { if case .restarted(let reason) = $0 { reason } else { nil } }
    }

    /// The first half is sent at once, the second after ten seconds; a request for the second half gets it at once.
    private let halves = Endpoint<TestGuest, Data>(
        .get, "/range/\(length)", query: [QueryItem("duration", 20), QueryItem("chunk_size", length / 2)],
        response: .data
    )

    /// Reports the delay between the halves as a lost connection.
    private func stalling() -> Chain {
        var chain = Chain()
        chain.idleTimeout = .seconds(2)
        return chain
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

import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("Downloads", .timeLimit(.minutes(10)))
struct DownloadCallTests {
    private let content = Data.pattern(100_000)

    /// Sends `content`, each time cut after the next of `cuts`, then completely.
    private func withCuts(
        _ cuts: [Int], tag: String = "\"v1\"", _ check: (DownloadHarness) async throws -> Void
    ) async throws {
        let waiting = Mutex(cuts[...])
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                let cut = waiting.withLock { $0.popFirst() }
                return .file(content, tag: tag, for: request) { body in
                    cut.map { .cut(body, after: $0) } ?? .stream(ByteStream(chunks: body.pieces(of: 1_000)))
                }
            }
            try await check(harness)
        }
    }

    @Test("a download that is interrupted twice continues from the received bytes, as one call with one request id")
    func cutTwice() async throws {
        try await withCuts([30_000, 50_000]) { harness in
            let expected = try ExpectedDigest.fixture(of: content)
            let file = try await harness.download(expecting: expected)
            #expect(file == DownloadedFile(url: harness.file, length: 100_000, digest: expected.digest))
            #expect(try Data(contentsOf: harness.file) == content && harness.names == ["file.bin"])
            #expect(harness.ranges == [nil, "bytes=30000-", "bytes=80000-"])
            #expect(harness.server.requests.map { $0.headerFields[.ifRange] } == [nil, "\"v1\"", "\"v1\""])
            #expect(harness.server.requests.allSatisfy { $0.headerFields[.acceptEncoding] == "identity" })
            #expect(
                harness.decisions == [
                    .interrupted(at: 30_000, waiting: .zero), .resumed(from: 30_000),
                    .interrupted(at: 80_000, waiting: .zero), .resumed(from: 80_000),
                ])
            #expect(Set(harness.monitor.events.map(\.callID)).count == 1)
            #expect(harness.monitor.names.filter { $0 == "started" || $0 == "finished" } == ["started", "finished"])
        }
    }

    @Test("a download replaces an older file only when it is complete")
    func replaces() async throws {
        try await withCuts([30_000]) { harness in
            var harness = harness
            harness.policy.triesWithoutProgress = 0
            try Data("old".utf8).write(to: harness.file)
            await expectError(.transport(.connectionLost)) { try await harness.download() }
            #expect(try Data(contentsOf: harness.file) == Data("old".utf8))
            #expect(harness.decisions == [.gaveUp(tries: 0)])
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(harness.ranges == [nil, "bytes=30000-"])
        }
    }

    @Test("a download ends at its deadline and keeps its partial file")
    func timeLimit() async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            var harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { .stalled($0, after: 40_000, at: gate) }
            }
            harness.policy.timeLimit = .milliseconds(1_500)
            let call = Task { [harness] in try await harness.download() }
            await gate.waitForArrivals(1)
            await harness.clock.waitForSleepers(1)
            harness.clock.advance(by: .milliseconds(1_500))
            await expectError(.timeout(.total(.milliseconds(1_500)))) { try await call.value }
            #expect(DownloadRecord(try Data(contentsOf: harness.sidecar))?.durable == 40_000)
        }
    }

    @Test("a cancelled download writes no further byte, even of a body that ignores cancellation")
    func cancelledBody() async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { body in
                    let pieces = body.pieces(of: 100).map { ScriptedBytes.Step.piece($0) }
                    return .stream(ByteStream(ScriptedBytes([pieces[0], .pass(gate)] + pieces.dropFirst())))
                }
            }
            let call = Task { try await harness.download() }
            await gate.waitForArrivals(1)
            call.cancel()
            await expectError(.cancelled) { try await call.value }
            #expect(try Data(contentsOf: harness.partial).count == 100)
        }
    }

    @Test("the bytes of a slow download are recorded after the interval, although there are few of them")
    func checkpointByTime() async throws {
        let (first, second) = (Gate(), Gate())
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { body in
                    let pieces = body.prefix(200).pieces(of: 100)
                    return .stream(
                        ByteStream(ScriptedBytes(.piece(pieces[0]), .pass(first), .piece(pieces[1]), .pass(second))))
                }
            }
            let call = Task { try await harness.download() }
            await first.waitForArrivals(1)
            harness.clock.advance(by: harness.policy.checkpointInterval)
            first.open()
            while PosixPartialFile.recordedBytes(for: harness.file) != 200 { await Task.yield() }
            call.cancel()
            _ = await call.result
        }
    }

    @Test("a download waits before it continues, by the client's clock")
    func waits() async throws {
        try await withCuts([30_000]) { harness in
            var harness = harness
            harness.policy.baseDelay = .seconds(4)
            harness.policy.random = SeededRandomSource(seed: 1)
            let call = Task { [harness] in try await harness.download() }
            let wait = await harness.clock.advanceToNextDeadline()
            #expect(wait > .zero && wait < .seconds(4))
            _ = try await call.value
            #expect(harness.decisions.first == .interrupted(at: 30_000, waiting: wait))
        }
    }

    @Test("a download discards bytes that an earlier run did not make durable")
    func torn() async throws {
        try await withCuts([]) { harness in
            let record = try DownloadRecord.fixture(durable: 500, total: 100_000)
            try (content.prefix(500) + Data(repeating: 0xFF, count: 200_000)).write(to: harness.partial)
            try record.encoded().write(to: harness.sidecar)
            // The partial file of a process that was killed while it wrote a record.
            try Data("{".utf8).write(to: harness.sidecar.appendingPathExtension("new"))
            try await harness.download()
            #expect(harness.ranges == ["bytes=500-"])
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(try harness.names == ["file.bin"])
        }
    }

    @Test("a download that the server refuses reports the server's failure, and leaves no file")
    func refused() async throws {
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { _ in .problem(#"{"title": "Gone."}"#, status: .gone) }
            await expectError(.status(HTTPFailure(status: 410, message: "Gone."))) { try await harness.download() }
            #expect(try harness.names.isEmpty)
        }
    }

    @Test("a download must be a GET to a file URL, or nothing is sent")
    func unsuitable() async throws {
        try await withCuts([]) { harness in
            let session = harness.session
            let post = Endpoint<TestGuest, Data>(.post, "/file", response: .data)
            let address = try #require(URL(string: "https://example.com/file"))
            for (endpoint, place) in [(post, harness.file), (.file, address)] {
                let error = await #expect(throws: DownloadError.self) {
                    try await session.download(endpoint, to: place)
                }
                #expect(
                    error?.call?.cause == .invalidRequest(reason: "Only a GET can be downloaded, and only to a file."))
            }
            #expect(harness.server.calls.isEmpty)
        }
    }

    @Test("a download reports progress that never decreases and ends at the total")
    func progress() async throws {
        try await withCuts([30_000, 10_000], tag: "W/\"v1\"") { harness in
            let feed = ProgressFeed()
            async let file = harness.download(progress: feed)
            var moments: [TransferProgress] = []
            for await moment in feed { moments.append(moment) }
            _ = try await file
            #expect(zip(moments, moments.dropFirst()).allSatisfy { $0.completed <= $1.completed })
            #expect(moments.last?.completed == 100_000)
            #expect(moments.last?.total == 100_000)
            #expect(moments.last?.transferred == 140_000)
            #expect(moments.last?.restarts == 2)
        }
    }

    @Test("a failed download ends its progress stream", arguments: [true, false])
    func feedEnds(isRouted: Bool) async throws {
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { _ in .empty(.notFound) }
            let feed = ProgressFeed()
            let session = harness.session
            let endpoint = Endpoint<TestGuest, Data>(.get, isRouted ? "/file" : "no slash", response: .data)
            await #expect(throws: DownloadError.self) {
                try await session.download(endpoint, to: harness.file, progress: feed)
            }
            for await _ in feed { Issue.record("nothing has moved") }
        }
    }
}

@Suite("Redirected downloads", .timeLimit(.minutes(10)))
struct DownloadMirrorTests {
    private static let content = Data.pattern(50_000)
    /// The same length as the other mirror's file, with the same tag on its own server.
    private static let other = Data(Data.pattern(50_000).reversed())

    /// A download that is cut after 30,000 bytes, on servers that all use the same tag.
    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Where each request is redirected; `nil` means that the server sends the file itself.
        let locations: [String?]
        var mirrors = ["one.example": content, "two.example": other]
        var isDigestExpected = false
        /// Host and Range of every request to a mirror.
        let ranges: [[String?]]
        /// All If-Range fields, to any server.
        var conditions: [String] = []
        /// `nil` if nothing is published, because the digest does not match.
        let published: Data?
    }

    private static let courses = [
        Course(
            testDescription: "to another mirror: the file has only that mirror's bytes",
            locations: ["https://one.example/f", "https://two.example/f", "https://two.example/f"],
            ranges: [["one.example", nil], ["two.example", "bytes=30000-"], ["two.example", nil]], published: other),
        Course(
            testDescription: "to a mirror after a part from the server itself: neither Range nor tag is sent there",
            locations: [nil, "https://one.example/f"],
            mirrors: ["api.example.com": content, "one.example": other], ranges: [["one.example", nil]],
            conditions: ["\"v1\""], published: other),
        Course(
            testDescription: "to a newly signed URL each time: continued if a digest is expected",
            locations: ["https://one.example/f?signature=1", "https://one.example/f?signature=2"],
            isDigestExpected: true, ranges: [["one.example", nil], ["one.example", "bytes=30000-"]],
            published: content),
        Course(
            testDescription: "to a mirror with other bytes: not published if a digest is expected",
            locations: ["https://one.example/f", "https://two.example/f"], isDigestExpected: true,
            ranges: [["one.example", nil], ["two.example", "bytes=30000-"]], published: nil),
    ]

    @Test(
        "a redirected download never mixes the bytes of two resources, and sends a tag to its own server only",
        arguments: courses)
    func redirected(course: Course) async throws {
        let waiting = Mutex(course.locations[...])
        let cuts = Mutex([30_000][...])
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder, interceptors: [RedirectInterceptor()]) { request in
                let host = request.head.authority ?? ""
                if host == "api.example.com", let location = waiting.withLock({ $0.popFirst() }).flatMap({ $0 }) {
                    return .empty(.found, fields: [.location: location])
                }
                let cut = cuts.withLock { $0.popFirst() }
                return .file(course.mirrors[host] ?? Data(), for: request) { body in
                    cut.map { .cut(body, after: $0) } ?? .data(body)
                }
            }
            let digest = course.isDigestExpected ? try ExpectedDigest.fixture(of: Self.content) : nil
            if let published = course.published {
                try await harness.download(expecting: digest)
                #expect(try Data(contentsOf: harness.file) == published)
            } else {
                let mixed = try ExpectedDigest.fixture(of: Self.content.prefix(30_000) + Self.other.dropFirst(30_000))
                let expected = try #require(digest).digest
                await expectError(.download(.digestMismatch(expected: expected, actual: mixed.digest))) {
                    try await harness.download(expecting: digest)
                }
                #expect(try harness.names.isEmpty)
            }
            let requests = harness.server.requests
            #expect(
                requests.filter { $0.authority != "api.example.com" }.map { [$0.authority, $0.headerFields[.range]] }
                    == course.ranges)
            #expect(requests.compactMap { $0.headerFields[.ifRange] } == course.conditions)
        }
    }
}

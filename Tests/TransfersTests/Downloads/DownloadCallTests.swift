import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
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

    @Test("a complete download is moved to its destination, and no temporary file remains")
    func simple() async throws {
        try await withCuts([]) { harness in
            let file = try await harness.download()
            #expect(file == DownloadedFile(url: harness.file, length: 100_000, digest: nil))
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(try harness.names == ["file.bin"])
            #expect(harness.ranges == [nil])
            #expect(harness.server.requests.first?.headerFields[.acceptEncoding] == "identity")
            #expect(harness.monitor.names == ["started", "attemptStarted", "responded", "bodyEnded", "finished"])
        }
    }

    @Test("a download that is interrupted twice continues from the received bytes, as one call with one request id")
    func cutTwice() async throws {
        try await withCuts([30_000, 50_000]) { harness in
            let file = try await harness.download(expecting: .fixture(of: content))
            #expect(file.digest?.algorithm == "sha-256")
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(harness.ranges == [nil, "bytes=30000-", "bytes=80000-"])
            #expect(harness.server.requests.map { $0.headerFields[.ifRange] } == [nil, "\"v1\"", "\"v1\""])
            #expect(
                harness.decisions == [
                    .interrupted(at: 30_000, waiting: .zero), .resumed(from: 30_000),
                    .interrupted(at: 80_000, waiting: .zero), .resumed(from: 80_000),
                ])
            #expect(Set(harness.monitor.events.map(\.callID)).count == 1)
            #expect(harness.monitor.names.filter { $0 == "started" || $0 == "finished" } == ["started", "finished"])
        }
    }

    @Test(
        "a download without a strong validator restarts after an interruption, and the file has one version's bytes only",
        arguments: [
            "W/\"v1\"", "v1", "",
        ])
    func weak(tag: String) async throws {
        try await withCuts([30_000], tag: tag) { harness in
            try await harness.download()
            #expect(harness.ranges == [nil, nil])
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(harness.decisions.contains(.restarted(.notResumable)))
        }
    }

    @Test("a download with an unexpected digest leaves no file and no partial file")
    func wrongDigest() async throws {
        try await withCuts([]) { harness in
            let expected = try ExpectedDigest.fixture(of: Data("other".utf8))
            let actual = try ExpectedDigest.fixture(of: content).digest
            await expectError(.download(.digestMismatch(expected: expected.digest, actual: actual))) {
                try await harness.download(expecting: expected)
            }
            #expect(try harness.names.isEmpty)
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

    @Test("a cancelled download keeps its partial file, and the next call continues from it")
    func cancelled() async throws {
        let gate = Gate()
        let content = content
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder) { request in
                .file(content, for: request) { body in
                    request.head.headerFields[.range] == nil ? .stalled(body, after: 40_000, at: gate) : .data(body)
                }
            }
            let call = Task { try await harness.download() }
            await gate.waitForArrivals(1)
            call.cancel()
            await expectError(.cancelled) { try await call.value }
            #expect(try harness.names == ["file.bin.partial", "file.bin.partial.json"])
            try await harness.download()
            #expect(harness.ranges == [nil, "bytes=40000-"])
            #expect(try Data(contentsOf: harness.file) == content)
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

    @Test("a complete partial file is moved to its destination after one request")
    func complete() async throws {
        try await withCuts([]) { harness in
            let record = try DownloadRecord.fixture(durable: 100_000, total: 100_000)
            try content.write(to: harness.partial)
            try record.encoded().write(to: harness.sidecar)
            try await harness.download()
            #expect(harness.monitor.events.contains { $0.kind == .responded(status: 416) })
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
    private let content = Data.pattern(50_000)
    /// The same length as the other mirror's file, with the same tag on its own server.
    private let other = Data(Data.pattern(50_000).reversed())

    /// A server that redirects each request to the next of `locations`; `nil` means that it sends the file itself. The
    /// first response with the file is cut after 30,000 bytes.
    private func withHarness(
        _ locations: [String?], _ contents: [String: Data], _ check: (DownloadHarness) async throws -> Void
    ) async throws {
        let waiting = Mutex(locations[...])
        let cuts = Mutex([30_000][...])
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder, interceptors: [RedirectInterceptor()]) { request in
                let host = request.head.authority ?? ""
                if host == "api.example.com", request.head.path == "/file",
                    let location = waiting.withLock({ $0.popFirst() }).flatMap({ $0 })
                {
                    return .empty(.found, fields: [.location: location])
                }
                let cut = cuts.withLock { $0.popFirst() }
                return .file(contents[host] ?? Data(), for: request) { body in
                    cut.map { .cut(body, after: $0) } ?? .data(body)
                }
            }
            try await check(harness)
        }
    }

    /// Host, Range and If-Range of every request that returned the file or a part of it.
    private func fields(_ harness: DownloadHarness) -> [[String?]] {
        harness.server.requests.filter { $0.authority != "api.example.com" || $0.path != "/file" }.map {
            [$0.authority, $0.headerFields[.range], $0.headerFields[.ifRange]]
        }
    }

    @Test("a download redirected to another mirror has only that mirror's bytes, even if tag and length are the same")
    func otherMirror() async throws {
        let mirrors = ["one.example": content, "two.example": other]
        try await withHarness(["https://one.example/f", "https://two.example/f", "https://two.example/f"], mirrors) {
            harness in
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == other)
            #expect(harness.decisions.contains(.restarted(.otherVersion)))
        }
    }

    @Test("a download redirected to the same mirror continues there, and sends its tag to no other server")
    func sameMirror() async throws {
        let mirror = "https://one.example/f"
        try await withHarness([mirror, mirror], ["one.example": content]) { harness in
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(fields(harness) == [["one.example", nil, nil], ["one.example", "bytes=30000-", nil]])
            #expect(harness.server.requests.allSatisfy { $0.headerFields[.ifRange] == nil })
        }
    }

    @Test("a download redirected to a mirror after a part from the server itself sends neither Range nor tag there")
    func fromServerToMirror() async throws {
        let contents = ["api.example.com": content, "one.example": other]
        try await withHarness([nil, "https://one.example/f"], contents) { harness in
            try await harness.download()
            #expect(harness.server.requests.map { $0.headerFields[.ifRange] } == [nil, "\"v1\"", nil])
            #expect(fields(harness) == [["one.example", nil, nil]])
            #expect(try Data(contentsOf: harness.file) == other)
        }
    }

    @Test("a download redirected to a newly signed URL each time continues if a digest is expected")
    func signedEachTime() async throws {
        let locations = ["https://one.example/f?signature=1", "https://one.example/f?signature=2"]
        try await withHarness(locations, ["one.example": content]) { harness in
            try await harness.download(expecting: .fixture(of: content))
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(fields(harness).last == ["one.example", "bytes=30000-", nil])
        }
    }

    @Test("a download redirected to a mirror with other bytes is not published if a digest is expected")
    func mixed() async throws {
        let mirrors = ["one.example": content, "two.example": other]
        try await withHarness(["https://one.example/f", "https://two.example/f"], mirrors) { harness in
            let error = await #expect(throws: NetworkError.self) {
                try await harness.download(expecting: .fixture(of: content))
            }
            guard case .digestMismatch = error?.cause.downloadFailure else {
                Issue.record("got \(String(describing: error))")
                return
            }
            let names = try harness.names
            #expect(names.isEmpty)
        }
    }
}

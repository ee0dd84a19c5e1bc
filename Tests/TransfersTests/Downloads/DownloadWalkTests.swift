import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("Downloads from faulty servers on a machine that crashes", .timeLimit(.minutes(10)))
struct DownloadWalkTests {
    /// The final state of one destination.
    private struct Course {
        var isComplete = false
        var runs = 0
        var resumptions = 0
        var restarts = 0
    }

    private func walk(seed: UInt64) async throws -> Course {
        let random = SeededRandomSource(seed: seed)
        let server = FaultyServer(random: random)
        let disk = CrashingDisk()
        var harness = try DownloadHarness(in: URL(filePath: "/nowhere")) { request throws(TransportError) in
            try server.respond(request)
        }
        harness.policy.checkpointBytes = 1 + Int64(random.next() % 300)
        harness.policy.random = random
        var course = Course()
        while course.runs < 30, !course.isComplete {
            course.runs += 1
            if random.next().isMultiple(of: 3) { disk.die(atWrite: Int(random.next() % 40)) }
            do {
                let file = try await harness.download(on: disk)
                course.isComplete = true
                let published = try #require(disk.published, "seed \(seed)")
                #expect(server.contents.contains(published), "seed \(seed): mixed bytes")
                #expect(file.length == published.count, "seed \(seed)")
            } catch let error as NetworkError {
                // A crash must not make the client's own bytes look like another program's.
                if case .partialFileConflict = error.cause.downloadFailure {
                    Issue.record("seed \(seed): \(error)")
                }
                #expect(disk.published == nil, "seed \(seed): \(error)")
            }
            disk.restart(afterPowerFailure: random.next().isMultiple(of: 2), random: random)
        }
        for decision in harness.decisions {
            if case .resumed = decision { course.resumptions += 1 }
            if case .restarted = decision { course.restarts += 1 }
        }
        return course
    }

    @Test(
        "a downloaded file has one version from its first byte to its last, or does not exist", arguments: UInt64(0)..<8
    )
    func walks(group: UInt64) async throws {
        var courses: [Course] = []
        for seed in group * 50..<(group + 1) * 50 { courses.append(try await walk(seed: seed)) }
        // The walk has covered the difficult cases.
        #expect(courses.filter(\.isComplete).count > 40)
        #expect(courses.map(\.resumptions).reduce(0, +) > 5)
        #expect(courses.map(\.restarts).reduce(0, +) > 5)
        #expect(courses.contains { $0.runs > 2 })
    }
}

/// A server with one file that changes, and with some of the faults of real servers.
final class FaultyServer: Sendable {
    private struct State {
        var version = 0
        var contents: [Data] = []
    }

    private enum Tags: UInt64, CaseIterable {
        case strong, weak, unquoted, none
    }

    private let random: any RandomSource
    private let tags: Tags
    private let ignoresRange: Bool
    private let ignoresIfRange: Bool
    private let sendsLength: Bool
    private let tagsParts: Bool
    private let state = Mutex(State())

    init(random: any RandomSource) {
        self.random = random
        // Most servers are correct; the download's rules are about the others.
        tags = random.next() % 4 > 0 ? .strong : Tags(rawValue: random.next() % 4) ?? .none
        ignoresRange = random.next().isMultiple(of: 8)
        ignoresIfRange = random.next().isMultiple(of: 2)
        sendsLength = !random.next().isMultiple(of: 4)
        tagsParts = !random.next().isMultiple(of: 8)
        change()
    }

    /// Every version of the file so far.
    var contents: [Data] { state.withLock { $0.contents } }

    private func happens(_ one: UInt64, in many: UInt64) -> Bool { random.next() % many < one }

    private func change() {
        let length = 200 + Int(random.next() % 1_000)
        let content = Data((0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        state.withLock { state in
            state.version += 1
            state.contents.append(content)
        }
    }

    func respond(_ request: ReceivedRequest) throws(TransportError) -> ServerResponse {
        if happens(1, in: 10) { change() }
        if happens(1, in: 20) { throw .connectionRefused }
        if happens(1, in: 20) { return .empty(.serviceUnavailable) }
        let (version, content) = state.withLock { ($0.version, $0.contents.last ?? Data()) }
        let tag: String? =
            switch tags {
            case .strong: "\"v\(version)\""
            case .weak: "W/\"v\(version)\""
            case .unquoted: "v\(version)"
            case .none: nil
            }
        var fields = HTTPFields()
        fields[.eTag] = tag
        let asked = request.head.headerFields
        let isSame = ignoresIfRange || asked[.ifRange] == nil || asked[.ifRange] == tag
        guard !ignoresRange, isSame, let range = asked[.range],
            var offset = Int(range.dropFirst("bytes=".count).dropLast())
        else {
            if sendsLength { fields[.contentLength] = "\(content.count)" }
            return ServerResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body(content))
        }
        if !tagsParts { fields[.eTag] = nil }
        guard offset < content.count else {
            fields[.contentRange] = "bytes */\(content.count)"
            return .empty(.rangeNotSatisfiable, fields: fields)
        }
        // A part with another offset, stated in its range.
        if happens(1, in: 10) { offset = Int(random.next() % UInt64(content.count)) }
        // A part that is shorter than requested.
        let end = happens(1, in: 4) ? offset + 1 + Int(random.next() % UInt64(content.count - offset)) : content.count
        fields[.contentRange] = "bytes \(offset)-\(end - 1)/\(happens(1, in: 6) ? "*" : "\(content.count)")"
        return ServerResponse(
            head: HTTPResponse(status: .partialContent, headerFields: fields), body: body(content[offset..<end]))
    }

    private func body(_ bytes: Data) -> ServerResponse.Body {
        guard happens(1, in: 2) else { return .stream(ByteStream(chunks: bytes.pieces(of: 37))) }
        let count = Int(random.next() % UInt64(bytes.count + 1))
        return .cut(bytes, after: count, every: 37, by: happens(1, in: 2) ? .truncatedResponse : .connectionLost)
    }
}

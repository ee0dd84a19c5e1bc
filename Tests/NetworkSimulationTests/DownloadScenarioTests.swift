import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkSimulation
import Networking
import Primitives
import Synchronization
import Testing
import Transfers

@Suite("Downloads over a rough network", .timeLimit(.minutes(20)))
struct DownloadScenarioTests {
    private struct Course {
        /// `nil` if there is no file.
        let file: Data?
        let error: (any Error)?
        let resumptions: Int
        let duration: Duration
    }

    private static var cutting: NetworkConditions {
        var conditions = NetworkConditions.rough
        conditions.truncation = 0.7
        conditions.drip = 0.5
        conditions.dripPause = .milliseconds(50)
        return conditions
    }

    private func content(_ world: SimulatedWorld) -> Data {
        Data((0..<6_000).map { _ in UInt8(truncatingIfNeeded: world.random.next()) })
    }

    /// - Parameter load: downloads the archive into the file.
    private func course(
        in world: SimulatedWorld, over conditions: NetworkConditions = cutting, changing: Bool,
        _ load: @escaping @Sendable (Session<TestMember>, URL, Data) async throws -> Void
    ) throws -> (Course, contents: [Data]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "archive.bin")
        let contents = [content(world), content(world)]
        let archive = Archive(contents[0])
        let monitor = MockEventMonitor()
        let process = try SimulatedProcess(
            world, of: world.backend(),
            over: SimulatedNetwork(world, to: archive.respond(to:), conditions: conditions), monitor: monitor)
        let member = process.member(1)
        let (error, duration) = try world.run {
            async let change: Void = {
                try? await world.time.sleep(for: .seconds(20) * world.random.nextUnit())
                if changing { archive.replace(by: contents[1]) }
            }()
            var failure: (any Error)?
            do { try await load(member.session, file, contents[0]) } catch { failure = error }
            let duration = world.time.monotonicTime
            await change
            return (failure, duration)
        }
        let resumptions = monitor.events.count { if case .resumed = $0.kind.downloadDecision { true } else { false } }
        let course = Course(
            file: try? Data(contentsOf: file), error: error, resumptions: resumptions, duration: duration)
        return (course, contents)
    }

    private func policy(_ world: SimulatedWorld) -> TransferPolicy {
        var policy = TransferPolicy()
        policy.random = world.random
        policy.timeLimit = .seconds(600)
        policy.checkpointBytes = 500
        return policy
    }

    @Test("downloads over a rough network produce the right bytes, in simulated time")
    func standard() throws {
        var (files, resumptions) = (0, 0)
        try Simulation.run(seeds: 10) { world in
            let policy = policy(world)
            let (course, contents) = try course(in: world, changing: false) {
                session, file, content in
                let digest = ExpectedDigest(SHA256Digest.hexadecimal(of: content), by: FakeHashing())
                _ = try await session.download(.archive, to: file, expecting: digest, policy: policy)
            }
            if course.error == nil { #expect(course.file == contents[0], "seed \(world.seed)") }
            #expect((course.file == nil) == (course.error != nil), "seed \(world.seed)")
            #expect(course.duration <= .seconds(600), "seed \(world.seed)")
            files += course.file == nil ? 0 : 1
            resumptions += course.resumptions
        }
        #expect(files > 0)
        #expect(resumptions > 0)
    }

    @Test("a download of a file that changes meanwhile produces one version or a typed error")
    func changing() throws {
        try Simulation.run(seeds: 10) { world in
            let policy = policy(world)
            let (course, contents) = try course(in: world, changing: true) {
                session, file, _ in
                _ = try await session.download(.archive, to: file, policy: policy)
            }
            if let file = course.file { #expect(contents.contains(file), "seed \(world.seed): mixed bytes") }
            #expect((course.file == nil) == (course.error != nil), "seed \(world.seed)")
        }
    }

    @Test("control: range requests without If-Range mix two versions of a file")
    func control() throws {
        try Simulation.run(seeds: 1) { world in
            let (course, contents) = try course(in: world, over: .calm, changing: true) {
                session, file, _ in
                let first = try await session.send(.archive).prefix(3_000)
                try? await world.time.sleep(for: .seconds(30))
                try? (first + (try await session.send(.archive(from: 3_000)))).write(to: file)
            }
            let file = try #require(course.file, "seed \(world.seed)")
            #expect(file.count == contents[0].count, "seed \(world.seed)")
            #expect(!contents.contains(file), "seed \(world.seed)")
        }
    }
}

/// A server whose only resource can change.
private final class Archive: Sendable {
    private let content: Mutex<Data>

    init(_ content: Data) {
        self.content = Mutex(content)
    }

    func replace(by other: Data) {
        content.withLock { $0 = other }
    }

    /// The content, or the requested part of it (RFC 9110 sections 13.1.5 and 14). A part is sent only if If-Range names
    /// the current entity tag.
    func respond(to request: ReceivedRequest) async throws(TransportError) -> ServerResponse {
        let (content, fields) = (content.withLock { $0 }, request.head.headerFields)
        let tag = "\"\(SHA256Digest.hexadecimal(of: content).prefix(16))\""
        let isCurrent = fields[.ifRange].map { $0 == tag } ?? true
        let offset = fields[.range].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        guard isCurrent, let offset else {
            return .data(content, fields: [.eTag: tag, .contentLength: "\(content.count)"])
        }
        guard offset < content.count else {
            return .empty(.rangeNotSatisfiable, fields: [.contentRange: "bytes */\(content.count)"])
        }
        let range = "bytes \(offset)-\(content.count - 1)/\(content.count)"
        return .data(
            Data(content.dropFirst(offset)), status: .partialContent, fields: [.eTag: tag, .contentRange: range])
    }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    fileprivate static var archive: Self { Endpoint(.get, "/archive", response: .data) }

    fileprivate static func archive(from offset: Int) -> Self {
        Endpoint(.get, "/archive", headers: [HeaderField("Range", "bytes=\(offset)-")], response: .data)
    }
}

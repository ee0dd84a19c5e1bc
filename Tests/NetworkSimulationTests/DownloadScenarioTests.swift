import Foundation
import NetworkSimulation
import Networking
import Primitives
import TestSupport
import Testing
import Transfers

@Suite("Downloads over a rough network", .timeLimit(.minutes(20)))
struct DownloadScenarioTests {
    private struct Course {
        /// `nil` if there is no file.
        let file: Data?
        let error: NetworkError?
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
        _ load: @escaping @Sendable (Session<TestMember>, URL, Data) async throws(NetworkError) -> Void
    ) throws -> (Course, contents: [Data]) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "simulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "archive.bin")
        let backend = SimulatedBackend(world)
        let contents = [content(world), content(world)]
        backend.rules.archive = contents[0]
        let monitor = MockEventMonitor()
        let process = try SimulatedProcess(
            world, over: SimulatedNetwork(world, to: backend, conditions: conditions), monitor: monitor)
        let member = process.member(1, holding: backend.logIn(1))
        let entries = try world.run {
            let log = CallLog()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await log.note(1, in: world) { () async throws(NetworkError) in
                        try await load(member.session, file, contents[0])
                    }
                }
                group.addTask {
                    try? await world.time.sleep(for: .seconds(20) * world.random.nextUnit())
                    if changing { backend.rules.archive = contents[1] }
                }
            }
            return log.entries
        }
        let resumptions = monitor.events.count { if case .resumed = $0.kind.downloadDecision { true } else { false } }
        let course = Course(
            file: try? Data(contentsOf: file), error: entries.first?.error, resumptions: resumptions,
            duration: entries.first?.duration ?? .zero)
        return (course, contents)
    }

    private func policy(_ world: SimulatedWorld) -> DownloadPolicy {
        var policy = DownloadPolicy()
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
                session, file, content async throws(NetworkError) in
                let digest = ExpectedDigest(content.sha256, by: FakeHashing())
                try await logged { () async throws(DownloadError) in
                    try await session.download(.archive, to: file, expecting: digest, policy: policy)
                }
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
                session, file, _ async throws(NetworkError) in
                try await logged { () async throws(DownloadError) in
                    try await session.download(.archive, to: file, policy: policy)
                }
            }
            if let file = course.file { #expect(contents.contains(file), "seed \(world.seed): mixed bytes") }
            #expect((course.file == nil) == (course.error != nil), "seed \(world.seed)")
        }
    }

    @Test("control: range requests without If-Range mix two versions of a file")
    func control() throws {
        try Simulation.run(seeds: 1) { world in
            let (course, contents) = try course(in: world, over: .calm, changing: true) {
                session, file, content async throws(NetworkError) in
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

/// Throws the error in the form that a ``CallLog`` records.
private func logged(_ download: () async throws(DownloadError) -> DownloadedFile) async throws(NetworkError) {
    do throws(DownloadError) {
        _ = try await download()
    } catch {
        switch error {
        case .call(let call): throw call
        case .download(let failure, let metadata): throw NetworkError(.custom(AnyCustomFailure(failure)), metadata)
        }
    }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    fileprivate static func archive(from offset: Int) -> Self {
        Endpoint(.get, "/archive", headers: [HeaderField("Range", "bytes=\(offset)-")], response: .data)
    }
}

extension Data {
    fileprivate var sha256: String {
        var hash = FakeHashing().begin()
        withUnsafeBytes { hash.update($0) }
        return hash.digest().hexadecimal
    }
}

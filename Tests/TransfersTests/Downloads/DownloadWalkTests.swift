import Foundation
import Networking
import TestSupport
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

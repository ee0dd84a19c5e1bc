import Backend
import EngineTestSupport
import Foundation
import Primitives
import Subprocess
import Testing

@testable import CommandLine

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// `STRATA_KILLS=100` sets the number of kills of each kind, `STRATA_SEED` repeats a run.
@Suite("Changes whose app or server is killed", .timeLimit(.minutes(60)))
struct OutboxKillTests {
    private enum Victim: CaseIterable { case app, server }

    private static let path = "/v2/time-entries"

    /// Half of the kills come at a random line of the app's log, the others between the effect and its response.
    @Test("each entry that a command has acknowledged is on the server once, and no other one twice")
    func kills() async throws {
        let environment = ProcessInfo.processInfo.environment
        let count = environment["STRATA_KILLS"].flatMap { Int($0) } ?? 10
        let seed = environment["STRATA_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("outbox kills: STRATA_SEED=\(seed)")
        let random = SeededRandomSource(seed: seed)
        try await TemporaryFolder.with { folder in
            var port = 0
            try await Self.withServer(in: folder, port: port) { place, _ in
                port = try #require(place.backend.port)
                try await place.logIn(.grace)
            }
            var acknowledged: Set<String> = []
            for number in 1...count {
                for (victim, isAimed) in Victim.allCases.flatMap({ [($0, false), ($0, true)] }) {
                    let (task, moment) = ("\(victim) \(number) \(isAimed)", Int(random.next() % 14))
                    let away = Workplace(folder: folder, backend: try #require(URL(string: "http://127.0.0.1:\(port)")))
                    // So that the request that the kill meets is not another one's repetition.
                    if isAimed {
                        try await Self.withServer(in: folder, port: port) { place, _ in
                            try await place.strata("outbox", "run", code: 0)
                        }
                    }
                    // Every other time, the entry was added without a server, and is sent while something is killed.
                    let isOffline = number % 2 == 0
                    if isOffline {
                        #expect(try await away.strata(Self.adding(task)).code == 0)
                        acknowledged.insert(task)
                    }
                    try await Self.withServer(in: folder, port: port) { place, killServer in
                        let arguments = isOffline ? ["outbox", "run", "--verbose"] : Self.adding(task)
                        if isAimed {
                            try await place.arm("delay", "when=after", "milliseconds=60000", "path=\(Self.path)")
                        }
                        let outcome = try await place.running(arguments) { command in
                            if isAimed {
                                try await place.waitForEffect(of: "POST \(Self.path)")
                            } else {
                                for _ in 0..<moment where try await command.waitForLine("") {}
                            }
                            switch victim {
                            case .app: try command.send(.kill)
                            case .server: try killServer()
                            }
                        }
                        if outcome.code == 0 { acknowledged.insert(task) }
                    }
                    if isAimed {
                        let left =
                            try await away.strata("outbox", "list", "--json").object()["items"] as? [[String: Any]]
                        #expect(
                            left?.map { $0["may_have_been_sent"] as? Bool } == [true],
                            "seed \(seed): \(task): \(left ?? [])")
                    }
                }
            }
            try await Self.withServer(in: folder, port: port) { place, _ in
                let run = try await place.strata("outbox", "run", "--json").object()
                #expect((run["left"] as? [Any])?.isEmpty == true, "seed \(seed): \(run)")
                var tasks: [String] = []
                for page in 1...(4 * count / 100 + 2) {
                    let list = try await place.strata(
                        "time-entries", "list", "--per-page", "100", "--page", "\(page)", "--json"
                    ).object()
                    tasks += try #require(list["items"] as? [[String: Any]]).compactMap { $0["task"] as? String }
                }
                for task in acknowledged { #expect(tasks.contains(task), "seed \(seed): lost \(task)") }
                #expect(Set(tasks).count == tasks.count, "seed \(seed): twice in \(tasks.sorted())")
            }
        }
    }

    private static func adding(_ task: String) -> [String] {
        [
            "time-entries", "add", "--task", task, "--hours", "1", "--breaks", "0", "--started-at",
            "2026-03-01T09:00:00Z", "--verbose",
        ]
    }

    private struct Ready: Decodable { let url: URL }

    /// Runs a server with the data of the last one, and kills it at the end.
    private static func withServer(
        in folder: URL, port: Int, _ body: (Workplace, _ kill: () throws -> Void) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(Binaries.backend.path)),
            arguments: [
                "--json", "--faults", "--access-token-lifetime", "86400", "--port", "\(port)", "--data-dir",
                folder.appending(path: "backend").path,
            ], input: .none, output: .sequence, error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let ready = try #require(try await lines.next(isolation: #isolation))
            let address = try JSONDecoder().decode(Ready.self, from: Data(ready.utf8)).url
            let kill = { _ = try? execution.send(signal: .kill) }
            defer { kill() }
            try await body(Workplace(folder: folder, backend: address), kill)
        }
    }
}

import Backend
import Foundation
import Testing

@testable import CommandLine

/// Disks that fail. strace answers some system calls of the app in place of the kernel.
@Suite(
    "Changes on a disk that fails",
    .enabled("strace is not installed, or may not trace", { try await Strace.isAvailable }),
    .timeLimit(.minutes(20)))
struct OutboxDiskTests {
    @Test(
        "what a command has acknowledged is on the server once, whichever write fails",
        arguments: ["fdatasync:error=EIO", "pwrite64:error=ENOSPC"])
    func failures(fault: String) async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            var (acknowledged, refused) = (Set<String>(), 0)
            for number in 1...5 {
                let outcome = try await place.traced(
                    ["-o", "/dev/null", "-e", "inject=\(fault):when=\(number)"], Self.adding("task \(number)"))
                if outcome.code == 0 { acknowledged.insert("task \(number)") } else { refused += 1 }
                if outcome.code != 0 { #expect(outcome.code == 74, "\(outcome.errors)") }
            }
            #expect(refused > 0, "no call has failed")
            let run = try await place.strata("outbox", "run", "--json").object()
            #expect((run["left"] as? [Any])?.isEmpty == true, "\(run)")
            let list = try await place.strata("time-entries", "list", "--json").object()
            let tasks = try #require(list["items"] as? [[String: Any]]).compactMap { $0["task"] as? String }
                .filter { $0.hasPrefix("task") }
            #expect(acknowledged.isSubset(of: tasks), "lost \(acknowledged.subtracting(tasks))")
            #expect(Set(tasks).count == tasks.count, "twice in \(tasks)")
        }
    }

    @Test("a change is on the disk, first as it was made and then sealed, before the client connects to the server")
    func order() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            // The first synchronization begins the log of the opened store.
            #expect(try await place.synchronizations(of: Self.adding("task")) == 3)
        }
    }

    private static func adding(_ task: String) -> [String] {
        [
            "time-entries", "add", "--task", task, "--hours", "1", "--breaks", "0", "--started-at",
            "2026-03-01T09:00:00Z",
        ]
    }
}

extension Workplace {
    /// How often a command synchronizes the store's log before it connects to a server.
    fileprivate func synchronizations(of command: [String]) async throws -> Int {
        let file = folder.appending(path: "trace").path
        let outcome = try await traced(["-y", "-o", file, "-e", "trace=fdatasync,connect"], command)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let calls = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return calls.prefix { !$0.contains("AF_INET") }
            .count { $0.contains("fdatasync(") && $0.contains("store.sqlite-wal") }
    }
}

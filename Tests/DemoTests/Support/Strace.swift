import Foundation

@testable import CommandLine

/// Answers some system calls of the app in place of the kernel.
enum Strace {
    static let executable = URL(filePath: "/usr/bin/strace")

    static var isAvailable: Bool {
        get async throws {
            guard FileManager.default.isExecutableFile(atPath: executable.path) else { return false }
            return try await Workplace.run(executable, ["-o", "/dev/null", "/bin/true"]).code == 0
        }
    }
}

extension Workplace {
    /// Runs a command of the app under strace.
    func traced(_ options: [String], _ command: [String]) async throws -> Outcome {
        try await Self.run(
            Strace.executable,
            ["-f", "-qq"] + options + [Binaries.strata.path] + command + ["--data-dir", dataFolder.path],
            environment: ["STRATA_BASE_URL": backend.absoluteString])
    }
}

import CommandLine
import Composition
import Foundation
import Primitives
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The sample backend as a child process, so that the app links no server.
struct BackendProcess: Sendable {
    private let executable: URL
    private let arguments: [String]

    /// - Parameters:
    ///   - executable: the backend's executable; by default `strata-backend` beside this program.
    ///   - arguments: added to those that this type needs.
    init(executable: URL? = nil, arguments: [String]) throws(BackendProcessError) {
        if let executable {
            self.executable = executable
        } else {
            self.executable = try Self.besideThisProgram()
        }
        self.arguments = arguments
    }

    /// Starts the backend, passes its address to `body`, and stops it when `body` ends. This process holds the other
    /// end of the child's standard input, so the child stops even if this process is killed.
    func run<Value: Sendable>(_ body: @escaping @Sendable (URL) async throws -> Value) async throws -> Value {
        // On cancellation, the child gets time to stop before it is killed.
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(5))]
        let outcome = try await Self.reportingStart {
            try await Subprocess.run(
                .path(FilePath(executable.path)),
                arguments: Arguments(["--json", "--until-stdin-closes"] + arguments),
                platformOptions: options, input: .inputWriter, output: .sequence, error: .string(limit: 64 * 1024)
            ) { execution -> Ending<Value> in
                let ending = await Self.ending(of: execution.standardOutput, body)
                // The child stops at the end of its standard input.
                try await execution.standardInputWriter.finish()
                return ending
            }
        }
        switch outcome.closureResult {
        case .finished(let result): return try result.get()
        case .childStopped:
            // Ctrl-C reaches both processes, so a child that stops together with this one is not an error.
            try Task.checkCancellation()
            let status: Int32? = if case .exited(let code) = outcome.terminationStatus { code } else { nil }
            throw BackendProcessError.stopped(said: outcome.standardError, status: status)
        }
    }

    private static func reportingStart<Outcome>(_ run: () async throws -> Outcome) async throws -> Outcome {
        do {
            return try await run()
        } catch let error as SubprocessError {
            throw BackendProcessError.notStarted("\(error.underlyingError ?? .resourceTemporarilyUnavailable)")
        }
    }

    private enum Ending<Value: Sendable>: Sendable {
        case finished(Result<Value, any Error>)
        case childStopped
    }

    /// Runs `body` after the child has reported its address, until one of the two ends.
    private static func ending<Value: Sendable>(
        of output: SubprocessOutputSequence, _ body: @escaping @Sendable (URL) async throws -> Value
    ) async -> Ending<Value> {
        let (addresses, continuation) = AsyncStream.makeStream(of: URL.self)
        return await withTaskGroup(of: Ending<Value>.self) { group in
            group.addTask {
                do {
                    for try await line in output.strings() {
                        if let ready = Ready(line) { continuation.yield(ready.url) }
                    }
                } catch {
                    // A child whose output can't be read counts as stopped.
                }
                continuation.finish()
                return .childStopped
            }
            group.addTask {
                for await url in addresses {
                    do {
                        return .finished(.success(try await body(url)))
                    } catch {
                        return .finished(.failure(error))
                    }
                }
                return .childStopped
            }
            let first = await group.next() ?? .childStopped
            group.cancelAll()
            return first
        }
    }

    private static func besideThisProgram() throws(BackendProcessError) -> URL {
        guard let own = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
            throw .missing(ProcessInfo.processInfo.arguments[0])
        }
        let beside = own.deletingLastPathComponent().appending(path: "\(AppName.command)-backend")
        guard FileManager.default.isExecutableFile(atPath: beside.path) else { throw .missing(beside.path) }
        return beside
    }

    private struct Ready: Decodable {
        let url: URL

        init?(_ line: String) {
            guard let ready = try? JSONDecoder().decode(Ready.self, from: Data(line.utf8)) else { return nil }
            self = ready
        }
    }
}

enum BackendProcessError: ReportableError {
    case missing(String)
    /// The backend stopped by itself. `said` is its standard error. `status` is its exit code, or `nil` after a signal.
    case stopped(said: String, status: Int32?)
    case notStarted(String)

    func report(at server: Origin?) -> Failure {
        switch self {
        case .missing(let path):
            Failure(
                "Could not find the sample backend at \(path). Build it with `swift build`, or use `make serve`.",
                .unavailable)
        case .stopped(let said, let status):
            // The backend's exit codes have the same meaning for this program.
            Failure(
                said.isEmpty
                    ? "The backend stopped unexpectedly. Run `\(AppName.command) serve` to see why."
                    : said.trimmingCharacters(in: .whitespacesAndNewlines).replacing(
                        "\(AppName.command)-backend: ", with: ""),
                status.flatMap(Failure.Status.init(rawValue:)) ?? .unavailable)
        case .notStarted(let reason):
            Failure(
                "Could not start the sample backend (\(reason)). Check the limits of processes and memory (`ulimit -a`).",
                .resources)
        }
    }
}

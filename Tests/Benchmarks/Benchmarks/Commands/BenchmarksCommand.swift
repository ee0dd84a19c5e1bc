import ArgumentParser
import Foundation
import NIOTransport
import Networking

/// `make bench`: measures the layers against the libraries below them, in one run.
@main
struct BenchmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measure the workspace against the libraries below it, in interleaved rounds."
    )

    @Option(
        help:
            "Measure only these: chain, decoding, container, refresh, calls, store, waiting, upload, download, startup."
    )
    var only: [String] = []

    @Option(help: "Run this many rounds and compare their medians.")
    var rounds = 11

    @Flag(help: "Run one round with small sizes, to show that everything runs. Its figures mean nothing.")
    var quick = false

    @Option(
        help: "Run this contender alone, for a profiler: --solo 'default interceptors'.")
    var solo: String?

    @Option(help: "Repeat the contender of --solo this many times.")
    var repetitions = 1_000

    @Option(help: "Use the response-server on this port. Under some profilers this program can't start its own.")
    var port: Int?

    @Option(help: "Write results.json and results.svg to this folder.")
    var output = ".build-bench/results"

    /// Keeps the main thread running. An asynchronous `main` ends it at the first wait, which valgrind can't follow.
    func run() throws {
        Task {
            do {
                try await measure()
                Self.exit()
            } catch {
                Self.exit(withError: error)
            }
        }
        RunLoop.main.run()
    }

    private func measure() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = port == nil ? try ResponseServerProcess() : nil
        let port = port ?? server?.port ?? 0
        let raw = RawClient(port: port)
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await NIOTransport.withTransport { transport async throws(any Error) in
                    try await run(
                        Suite(isQuick: quick, folder: folder, port: port, transport: transport, raw: raw))
                })
        } catch {
            result = .failure(error)
        }
        try await raw.shutdown()
        try server?.stop()
        try result.get()
    }

    private func run(_ suite: Suite) async throws {
        let measures = try await suite.measures(named: only)
        if let solo {
            guard let contender = measures.lazy.flatMap(\.contenders).first(where: { $0.name == solo }) else {
                throw ValidationError("No contender has the name \(solo).")
            }
            try contender.prepare()
            return try await contender.run(repetitions)
        }
        var report = Report(machine: .current)
        print("\(report.machine.line)\(quick ? "; a quick run; its figures mean nothing" : "")")
        for measure in measures {
            var outcome = try await measure.run(rounds: quick ? 1 : rounds)
            if measure.name == "upload" || measure.name == "download" {
                outcome.notes = try await TransferMeasure.peaks(measure)
            }
            if measure.name == "waiting" { outcome.notes = suite.waiting.notes }
            print(outcome.table)
            report.outcomes.append(outcome)
        }
        let output = URL(filePath: output)
        try report.write(to: output)
        print("\nWritten to \(output.path)/results.json and results.svg.")
    }
}

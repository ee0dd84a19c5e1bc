import ArgumentParser
import Foundation
import NIOTransport
import Networking

/// `make bench`: measures what the layers cost beside the bare building blocks, all in one run.
@main
struct BenchmarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks", abstract: "Measure the workspace against its building blocks, in interleaved rounds."
    )

    @Option(
        help:
            "Measure only what is named so: chain, decoding, container, renewal, calls, waiting, upload, download, startup."
    )
    var only: [String] = []

    @Option(help: "How many rounds; the medians of all are compared.")
    var rounds = 11

    @Flag(help: "One round of small sizes: shows that everything runs, and says nothing about speed.")
    var quick = false

    @Option(
        help: "Make this many repetitions of one contender and nothing else, for a profiler: --solo 'default links'.")
    var solo: String?

    @Option(help: "How many repetitions --solo makes.")
    var repetitions = 1_000

    @Option(help: "The port of an answerer that runs already; a profiler may not let this program start one.")
    var port: Int?

    @Option(help: "Where results.json and results.svg go.")
    var output = ".build-bench/results"

    /// Keeps the main thread, which an asynchronous `main` would end once it waits: valgrind can't follow that.
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
        let answerer = port == nil ? try AnswererProcess() : nil
        let port = port ?? answerer?.port ?? 0
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
        try answerer?.stop()
        try result.get()
    }

    private func run(_ suite: Suite) async throws {
        let measures = try await suite.measures(named: only)
        if let solo {
            guard let contender = measures.lazy.flatMap(\.contenders).first(where: { $0.name == solo }) else {
                throw ValidationError("There is no contender \(solo).")
            }
            try contender.prepare()
            return try await contender.run(repetitions)
        }
        var report = Report(machine: .current)
        print("\(report.machine.line)\(quick ? "; a quick run, whose figures mean nothing" : "")")
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

import Foundation
import Testing

/// The cases run in a child process, because they look for traps.
@Suite("NIOTransport against a hostile server", .serialized)
struct TransportFuzzTests {
    /// `make fuzz` sets it to run more of them.
    private static let cases = ProcessInfo.processInfo.environment["STRATA_FUZZ_CASES"].flatMap(Int.init) ?? 2_000

    @Test(
        "no bytes and no timing of a server end the process, hang a call or damage the response to another",
        arguments: [(8, 0), (8, 1), (64, 1)])
    func survives(callers: Int, pieces: Int) async throws {
        let seed = Int.random(in: 0..<1_000_000)
        let arguments = [seed, Self.cases, callers, pieces].map(String.init)
        let command = "TransportFuzzer \(arguments.joined(separator: " "))"
        let (status, output) = try await run(arguments)
        print("\(command): status \(status)")
        #expect(status == 0, "replay with: \(command)\n\(output)")
    }

    private func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        let process = Process()
        let output = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(UUID().uuidString).log")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        // Tests and products are built into the same folder.
        process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "TransportFuzzer")
        process.arguments = arguments
        let log = try FileHandle(forWritingTo: output)
        process.standardOutput = log
        process.standardError = log
        let (ending, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            // A signal, as a trap sends it, is no exit status.
            ended.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
            ended.finish()
        }
        try process.run()
        for await status in ending { return (status, try String(contentsOf: output, encoding: .utf8)) }
        return (-1, "")
    }
}

import EngineTestSupport
import Foundation
import Testing

/// The script that searches the output of all tests.
@Suite("Secret scan of a log", .timeLimit(.minutes(10)))
struct CanaryScriptTests {
    private static let canary = Canary("script")

    @Test(
        "the scan finds a secret in plain text and base64, and reports no false positives for names and source",
        arguments: [
            ("✔ Test \"canary-script\" passed\n#expect(!text.contains(\"canary-\\(name)\"))\n", 0),
            ("all is well\nAuthorization: Bearer @plain\n", 1), ("Basic @base64\n", 1), ("", 2),
        ])
    func search(log: (text: String, status: Int32)) async throws {
        // Built here, so that the test's own arguments contain no secret.
        let text = log.text.replacing("@plain", with: Self.canary.text)
            .replacing("@base64", with: Data("ada:\(Self.canary.text)".utf8).base64EncodedString())
        let status = try await withTemporaryFolder { folder in
            let file = folder.appending(path: "test.log")
            try Data(text.utf8).write(to: file)
            return try await run(on: file)
        }
        #expect(status == log.status)
    }

    @Test("the scan reports if there is nothing to search")
    func missing() async throws {
        #expect(try await run(on: URL(filePath: "/nowhere/test.log")) == 2)
    }

    /// The script's exit status. Its output would be found in the log of this run.
    private func run(on file: URL) async throws -> Int32 {
        let root = (1...3).reduce(URL(filePath: #filePath).resolvingSymlinksInPath()) { path, _ in
            path.deletingLastPathComponent()
        }
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [root.appending(path: ".ci/canaries").path, file.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let (endings, ended) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { ended.yield($0.terminationStatus) }
        try process.run()
        for await status in endings { return status }
        throw CancellationError()
    }
}

import EngineTestSupport
import Foundation
import SnippetCompiler
import Testing
import TransportSecurity

/// A release build that makes an exception for a development host doesn't compile. The test compiles the module's
/// sources again, together with a use of the exception: an existing debug build would prove nothing, because it
/// includes the exception.
struct DevelopmentHostCompilationTests {
    @Test("an exception for a development host compiles in debug builds only")
    func exception() async throws {
        guard let debug = try await typecheck(with: ["-D", "DEBUG"]) else { return }
        #expect(debug.succeeded, "\(debug.output)")

        let release = try #require(try await typecheck(with: []))
        #expect(!release.succeeded)
        #expect(
            release.errors.count == 1 && release.errors[0].contains("has no member 'acceptAnyCertificate'"),
            "\(release.output)")
    }

    private func typecheck(with options: [String]) async throws -> SnippetCompiler.Outcome? {
        let sources = try FileManager.default.contentsOfDirectory(at: Self.sources, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
        try #require(!sources.isEmpty)
        let compiler = try SnippetCompiler.knowing(
            "Primitives",
            options: [
                "-package-name", "strata", "-module-name", "TransportSecurity", "-enable-upcoming-feature",
                "InternalImportsByDefault",
            ] + options)
        guard let compiler else { return nil }
        return try await withTemporaryFolder { folder in
            let call = folder.appending(path: "Exception.swift")
            try Data(Self.call.utf8).write(to: call)
            return try await compiler.typecheck(sources + [call])
        }
    }

    private static let call = """
        func openDoor() throws -> TrustPolicy {
            var trust = TrustPolicy()
            try trust.acceptAnyCertificate(ofDevelopmentHost: "localhost")
            return trust
        }
        """

    private static var sources: URL {
        (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Modules/TransportSecurity", directoryHint: .isDirectory)
    }
}

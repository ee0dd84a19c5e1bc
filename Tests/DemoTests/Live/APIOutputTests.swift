import Foundation
import RawSocketServer
import Testing

@testable import Demo

@Suite("The output of strata api")
struct APIOutputTests {
    @Test("without retries an interrupted download fails, the same command resumes it, and a wrong digest is an error")
    func noRetries() async throws {
        try await Workplace.with(backendArguments: ["--faults"]) { place in
            _ = try await place.logIn()
            try await place.arm("cut", "count=1", "after=1000000", "path=/v2/files")
            let file = place.folder.appending(path: "sample.bin").path
            let download = ["api", "/v2/files/sample-3000000", "--output", file, "--max-retries", "0", "--verbose"]
            let cut = try await place.strata(download)
            #expect(cut.code == 76, "\(cut.errors)")
            #expect(cut.errors.contains("stopped at the first interruption"))
            #expect(
                cut.errors.contains(
                    "bytes are stored in \(file).partial. To continue, run: \(Self.quoted(Binaries.strata.path)) api"))
            #expect(!FileManager.default.fileExists(atPath: file))
            let command = try #require(cut.errors.firstMatch(of: /To continue, run: (.+)/)?.1)
            let folder = Self.quoted(place.dataFolder.path)
            #expect(command.hasSuffix(" --max-retries 0 --verbose --data-dir \(folder)"), "\(command)")
            let rest = try await place.strata(download)
            #expect(rest.code == 0, "\(rest.errors)")
            #expect(rest.errors.contains("resumed at byte "))
            #expect(try Data(contentsOf: URL(filePath: file)).count == 3_000_000)
            let digest = try await place.strata("api", "/v2/files/sample-3000000/digest", "--json")
            let sha256 = try #require(digest.output.firstMatch(of: /"sha256": "([0-9a-f]{64})"/)?.1)
            for (digest, code) in [(String(sha256), 0), (String(repeating: "0", count: 64), 70)] {
                #expect(try await place.strata(download + ["--sha256", digest]).code == code)
            }
        }
    }

    /// The workspace or the temporary folder may have a path that a shell needs in quotes.
    private static func quoted(_ path: String) -> String { TypedCommand(words: [path]).text }

    @Test(
        "a partial response to a request for the whole is neither printed nor saved",
        arguments: [[], ["-o", "FILE"]])
    func unaskedPart(options: [String]) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(
                    "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-3/1000\r\nETag: \"v1\"\r\n"
                        + "Content-Length: 4\r\n\r\npart")
                await connection.waitForEnd()
            }
            let url = "http://\(server.authority)/file"
            try await Workplace.withoutBackend { place in
                let file = place.folder.appending(path: "out").path
                let outcome = try await place.strata(["api", url] + options.map { $0 == "FILE" ? file : $0 })
                #expect(outcome.code == 70, "\(outcome.errors)")
                #expect(outcome.output.isEmpty)
                #expect(outcome.errors.contains("206"), "\(outcome.errors)")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: place.folder.path).allSatisfy { $0 == "app" })
                guard options.isEmpty else { return }
                let asked = try await place.strata("api", url, "-H", "Range: bytes=0-3")
                #expect(asked.code == 0 && asked.output == "part", "\(asked.errors)")
            }
        }
    }

    @Test("a download leaves an unrelated file NAME.partial unchanged and names it in the error")
    func ownPartialFile() async throws {
        try await Workplace.withoutBackend { place in
            let mine = try place.file("out.partial", "mine")
            let file = place.folder.appending(path: "out").path
            let outcome = try await place.strata("api", "/v2/files/x", "--output", file, "--auth", "none")
            #expect(outcome.code == 66)
            #expect(outcome.errors.contains("out.partial"), "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(filePath: mine)) == Data("mine".utf8))
        }
    }

    @Test("--output - writes every byte to standard output, after the head with --include, and no file")
    func standardOutput() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let shown = try await place.strata("api", "/v2/users/me")
            let raw = try await place.strata("api", "/v2/users/me", "-o", "-")
            #expect(raw.code == 0 && raw.output == shown.output && raw.errors.isEmpty)
            let head = try await place.strata("api", "/v2/users/me", "-i", "-o", "-")
            #expect(head.output.hasPrefix("HTTP/1.1 200") && head.output.hasSuffix(raw.output))
            #expect(!FileManager.default.fileExists(atPath: "-"))
            let large = try await place.strata("api", "/v2/files/sample-20000000", "-o", "-")
            #expect(large.code == 76 && large.output.isEmpty)
            #expect(large.errors.contains("--output FILE"), "\(large.errors)")
        }
    }

    @Test("a header that the credential would replace is an error, and is sent with --auth none")
    func signature() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let typed = ["api", "/v2/users/me", "-H", "authorization: Bearer mine"]
            let signed = try await place.strata(typed)
            #expect(signed.code == 64)
            #expect(signed.errors.contains("--auth bearer sets this field"))
            #expect(try await place.strata(typed + ["--auth", "none"]).code == 77)
            let key = try await place.strata(
                ["api", "/v2/health", "-H", "x-api-key: mine", "--auth", "api-key"],
                environment: ["STRATA_API_KEY": "canary"])
            #expect(key.code == 64)
            #expect(!key.errors.contains("canary"))
        }
    }
}

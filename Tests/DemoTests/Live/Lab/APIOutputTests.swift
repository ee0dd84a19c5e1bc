import Backend
import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The output of strata api")
struct APIOutputTests {
    @Test("without retries an interrupted download fails, the same command resumes it, and a wrong digest is an error")
    func noRetries() async throws {
        try await Workplace.with(login: .ada) { place in
            try await place.arm("cut", "count=1", "after=1000000", "path=/v2/files")
            let file = place.folder.appending(path: "sample.bin").path
            let download = ["api", "/v2/files/sample-3000000", "--output", file, "--max-retries", "0", "--verbose"]
            let cut = try await place.strata(download, code: 76)
            #expect(cut.errors.contains("stopped at the first interruption"))
            #expect(
                cut.errors.contains(
                    "bytes are stored in \(file).partial. To continue, run: \(Self.quoted(Binaries.strata.path)) api"))
            #expect(!FileManager.default.fileExists(atPath: file))
            let command = try #require(cut.errors.firstMatch(of: /To continue, run: (.+)/)?.1)
            let folder = Self.quoted(place.dataFolder.path)
            #expect(command.hasSuffix(" --max-retries 0 --verbose --data-dir \(folder)"), "\(command)")
            let rest = try await place.strata(download, code: 0)
            #expect(rest.errors.contains("resumed at byte "))
            #expect(try Data(contentsOf: URL(filePath: file)).count == 3_000_000)
            let wrong = ["--sha256", String(repeating: "0", count: 64)]
            try await place.strata(download + wrong, code: 70)
        }
    }

    @Test("--paginate prints every page of a list, one per line or in one array, and stops after --max-pages")
    func pages() async throws {
        try await Workplace.with(login: .ada) { place in
            let ids = { (page: Any) in
                ((page as? [String: Any])?["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
            }
            let lines = try await place.strata("api", "/v2/users?per_page=4", "--paginate", code: 0)
            let pages = try lines.output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8))
            }
            #expect(pages.count == 3 && Set(pages.flatMap(ids)).count == 10)
            let array = try await place.strata("api", "/v2/users", "-F", "per_page=4", "--paginate", "--slurp")
            let slurped = try JSONSerialization.jsonObject(with: Data(array.output.utf8)) as? [Any]
            #expect(slurped?.flatMap(ids) == pages.flatMap(ids))
            let some = try await place.strata(
                "api", "/v2/users?per_page=2", "--paginate", "--max-pages", "2", "--json", code: 0)
            #expect(some.errors == "strata: Stopped after 2 pages. The list has more (--max-pages).\n")
            let responses = some.output.split(separator: "\n")
            #expect(responses.count == 2)
            #expect(responses.allSatisfy { $0.hasPrefix(#"{"attempts":1,"body":{"json":{"#) })
        }
    }

    /// The workspace or the temporary folder may have a path that a shell needs in quotes.
    private static func quoted(_ path: String) -> String { TypedCommand(words: [path]).text }

    @Test("a partial response to a request for the whole is not printed; one to a request for a part is")
    func unaskedPart() async throws {
        let fields = "Content-Range: bytes 0-3/1000\r\nETag: \"v1\"\r\n"
        try await CannedServer.with("part", status: 206, fields: fields) { url, _, place in
            let outcome = try await place.strata("api", url, code: 70)
            #expect(outcome.output.isEmpty && outcome.errors.contains("206"), "\(outcome)")
            let asked = try await place.strata("api", url, "-H", "Range: bytes=0-3", code: 0)
            #expect(asked.output == "part")
        }
    }

    @Test("--output - writes every byte to standard output, after the head with --include, and no file")
    func standardOutput() async throws {
        try await Workplace.with(login: .ada) { place in
            let shown = try await place.strata("api", "/v2/users/me")
            let raw = try await place.strata("api", "/v2/users/me", "-o", "-", code: 0)
            #expect(raw.output == shown.output && raw.errors.isEmpty)
            let head = try await place.strata("api", "/v2/users/me", "-i", "-o", "-")
            #expect(head.output.hasPrefix("HTTP/1.1 200") && head.output.hasSuffix(raw.output))
            #expect(!FileManager.default.fileExists(atPath: "-"))
            let large = try await place.strata("api", "/v2/files/sample-20000000", "-o", "-", code: 76)
            #expect(large.output.isEmpty)
            #expect(large.errors.contains("--output FILE"), "\(large.errors)")
        }
    }

    @Test(
        "with --max-redirects 0 a redirect is printed as a success, and what can't be followed is an error",
        arguments: [
            (302, "Location: /elsewhere\r\n", "moved", ["--max-redirects", "0", "--include"], 0),
            (302, "Location: /%zz\r\n", "", [], 76),
            // A 304 is not a redirect, so it is not the requested response.
            (304, "", "", [], 70),
        ])
    func redirect(status: Int, fields: String, body: String, options: [String], code: Int) async throws {
        try await CannedServer.with(body, status: status, fields: fields) { _, _, place in
            let outcome = try await place.strata(["api", "/"] + options, code: code)
            guard code == 0 else { return }
            #expect(outcome.errors.isEmpty)
            #expect(outcome.output.contains("HTTP/1.1 302") && outcome.output.contains("Location: /elsewhere"))
        }
    }
}

import Foundation
import Testing

@testable import CommandLine

@Suite("Commands that can't run")
struct RefusalTests {
    /// In arguments and sentences, FOLDER is an empty folder beside a regular file FILE and a pipe PIPE.
    @Test(
        "the reason is one sentence with its exit code",
        arguments: [
            (
                ["login", "ada@example.com", "--password-file", "FILE"], 69,
                "Could not connect to http://127.0.0.1:9 (connection refused). Check the address, and that the server is "
                    + "running."
            ),
            (["login", "ada@example.com"], 64, "No password was read: standard input is empty or closed."),
            (["login", "ada@example.com", "--password-file", "/dev/null"], 64, "the file /dev/null is empty."),
            (["login", "ada@example.com", "--password-file", "/dev/zero"], 66, "it is larger than 1 MiB"),
            (["whoami", "--settings", "/dev/zero"], 66, "it is larger than 1 MiB"),
            (["whoami", "--ca-file", "/dev/zero"], 66, "it is larger than 1 MiB"),
            (["whoami"], 77, "You are not logged in at http://127.0.0.1:9. Log in there with `strata login EMAIL`."),
            (["whoami", "--settings", "/nowhere\u{1B}[31m.json"], 66, "The settings file /nowhere\u{FFFD}[31m.json"),
            // A folder below a file can't be created, not even by root.
            (["whoami", "--data-dir", "FILE/data"], 74, "or choose another data folder with --data-dir."),
            (["transfers", "list", "--session", "ephemeral"], 64, "Use --session background."),
            (
                ["api", "POST", "/v2/users", "--trace-file", "FILE/trace.html"], 66,
                "Cannot write the trace to FILE/trace"
            ),
            (["api", "POST", "/v2/users", "--trace-file", "FOLDER"], 66, "Cannot write the trace to FOLDER."),
            (
                ["api", "/v2", "-o", "FOLDER/missing/file"], 66,
                "Cannot save FOLDER/missing/file: the folder does not exist. Create it, or choose another file."
            ),
            (
                ["api", "/v2", "-o", "PIPE"], 66,
                "Cannot save PIPE: it exists and is not a regular file. Choose another file."
            ),
            (["api", "/v2", "-d", "-5"], 64, "Put a value that begins with - behind an =: --data=-5"),
            (["api", "/v2", "--data", "-s3cret"], 64, "Put a value that begins with - behind an =: --data=-…"),
            (["graphql", "-H", "-x"], 64, "behind an =: --header=-…"),
            (["transfers", "add", "/v2", "-o", "-x"], 64, "behind an =: --output=-…"),
            (["api", "/v2", "-i", "-o", "FOLDER/out"], 64, "--output FILE, which saves only the body"),
            (["api", "/v2", "--json", "-o", "-"], 64, "--output -"),
            (["api", "/v2", "-o", "-", "--sha256", "00"], 64, "--sha256 requires --output FILE"),
            (["api", "/v2", "-o", "FOLDER/out", "--sha256", "00"], 64, "--sha256 requires 64 hexadecimal digits"),
            (["api", "/v2", "-o", ""], 64, "--output must name a file"),
            (["whoami", "--jsno"], 64, "Unknown option '--jsno'. Did you mean '--json'?"),
            (["api", "/v2", "-d", "x", "-o", "FOLDER/out"], 64, "requires a GET request"),
            (["api", "/v2", "-H", "Range: bytes=0-1", "-o", "FOLDER/out"], 64, "--header Range: with --output FILE"),
            (["api", "/v2", "--profile", "p", "--base-url", "http://127.0.0.1:9"], 64, "Remove --base-url"),
            (["api", "/v2", "--slurp"], 64, "require --paginate"),
            (["api", "/v2", "--paginate", "--max-pages", "0"], 64, "--max-pages must be from 1 to 100000, not 0."),
            (["api", "/v2", "--paginate", "--include"], 64, "--paginate prints only bodies"),
            (["api", "/v2", "--paginate", "--data", "x"], 64, "--paginate requires a GET request"),
        ])
    func refused(arguments: [String], code: Int, sentence: String) async throws {
        try await Workplace.at { place in
            let (file, pipe) = (try place.file("file", "secret\n"), try place.pipe("pipe").path)
            let folder = place.folder.appending(path: "folder").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let replaced = { (text: String) in
                text.replacing("FILE/", with: file + "/").replacing("FOLDER", with: folder).replacing(
                    "PIPE", with: pipe)
            }
            let typed = arguments.map { $0 == "FILE" ? file : replaced($0) }
            let outcome = try await Workplace.strata(
                typed + (typed.contains("--data-dir") ? [] : ["--data-dir", place.dataFolder.path]),
                environment: ["STRATA_BASE_URL": place.backend.absoluteString])
            #expect(outcome.code == code)
            #expect(outcome.errors.hasPrefix("strata: ") && outcome.errors.contains(replaced(sentence)), "\(outcome)")
            #expect(outcome.output.isEmpty && !outcome.errors.contains("\u{1B}"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test(
        "a setting of the environment that can't be used exits with 78",
        arguments: [["STRATA_SETTINGS": "/nowhere.json"], ["STRATA_SESSION": "ephemeral"]])
    func settings(environment: [String: String]) async throws {
        try await Workplace.at { place in
            try await place.strata("transfers", "list", environment: environment, code: 78)
        }
    }
}

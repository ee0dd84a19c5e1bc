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
                "Could not connect to http://127.0.0.1:9 (connection refused). Check the address"
            ),
            (["login", "ada@example.com"], 64, "No password was read: standard input is empty or closed."),
            (["whoami"], 77, "You are not logged in at http://127.0.0.1:9. Log in there with `strata login EMAIL`."),
            (["whoami", "--settings", "/nowhere\u{1B}[31m.json"], 66, "The settings file /nowhere\u{FFFD}[31m.json"),
            // A folder below a file can't be created, not even by root.
            (["whoami", "--data-dir", "FILE/data"], 74, "or choose another data folder with --data-dir."),
            (["users", "list", "--trace-file", "FILE/trace.html"], 66, "Cannot write the trace to FILE/trace"),
            (["users", "list", "--trace-file", "FOLDER"], 66, "Cannot write the trace to FOLDER."),
            (["whoami", "--jsno"], 64, "Unknown option '--jsno'. Did you mean '--json'?"),
        ])
    func refused(arguments: [String], code: Int, sentence: String) async throws {
        try await Self.check(arguments, code: code, sentence)
    }

    static func check(_ arguments: [String], code: Int, _ sentence: String) async throws {
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
        "an unusable file and a value that looks like an option are refused before anything is sent",
        arguments: [
            (["login", "a@example.com", "--password-file", "/dev/null"], .usage, "the file /dev/null is empty."),
            (["login", "a@example.com", "--password-file", "/dev/zero"], .unsuitableFile, "it is larger than 1 MiB"),
            (["whoami", "--settings", "/dev/zero"], .unsuitableFile, "it is larger than 1 MiB"),
            (["whoami", "--ca-file", "/dev/zero"], .unsuitableFile, "it is larger than 1 MiB"),
            (["whoami", "--timeout", "-5"], .usage, "Put a value that begins with - behind an =: --timeout=-5"),
            (["login", "--password-file", "-x"], .usage, "behind an =: --password-file=-…"),
        ] as [([String], Failure.Status, String)])
    func refusedInProcess(arguments: [String], status: Failure.Status, words: String) async throws {
        try await Refusal.check(arguments, words, status)
    }

    @Test("a setting of the environment that can't be used exits with 78")
    func settings() async throws {
        try await Workplace.at { place in
            try await place.strata("whoami", environment: ["STRATA_SETTINGS": "/nowhere.json"], code: 78)
        }
    }
}

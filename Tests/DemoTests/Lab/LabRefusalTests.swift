import Testing

@testable import CommandLine

@Suite("Commands of Apps/Lab that can't run")
struct LabRefusalTests {
    /// See ``RefusalTests`` for the names in capital letters.
    @Test(
        "a file that can't be saved is one sentence with its exit code",
        arguments: [
            ("FOLDER/missing/file", "the folder does not exist. Create it, or choose another file."),
            ("PIPE", "it exists and is not a regular file. Choose another file."),
        ])
    func unsaved(file: String, reason: String) async throws {
        try await RefusalTests.check(["api", "/v2", "-o", file], code: 66, "Cannot save \(file): \(reason)")
    }

    @Test(
        "options that can't be used are refused before anything is sent",
        arguments: [
            (["api", "/v2", "-d", "-5"], "Put a value that begins with - behind an =: --data=-5"),
            (["api", "/v2", "--data", "-s3cret"], "Put a value that begins with - behind an =: --data=-…"),
            (["graphql", "-H", "-x"], "behind an =: --header=-…"),
            (["transfers", "add", "/v2", "-o", "-x"], "behind an =: --output=-…"),
            (["transfers", "run", "--parallel", "0"], "--parallel must be at least 1."),
            (["transfers", "list", "--session", "ephemeral"], "Use --session background."),
            (["api", "/v2", "-i", "-o", "/out"], "--output FILE, which saves only the body"),
            (["api", "/v2", "--json", "-o", "-"], "--output -"),
            (["api", "/v2", "-o", "-", "--sha256", "00"], "--sha256 requires --output FILE"),
            (["api", "/v2", "-o", "/out", "--sha256", "00"], "--sha256 requires 64 hexadecimal digits"),
            (["api", "/v2", "-o", ""], "--output must name a file"),
            (["api", "/v2", "-d", "x", "-o", "/out"], "requires a GET request"),
            (["api", "/v2", "-H", "Range: bytes=0-1", "-o", "/out"], "--header Range: with --output FILE"),
            (["api", "/v2", "--profile", "p", "--base-url", "http://127.0.0.1:9"], "Remove --base-url"),
            (["api", "/v2", "--profile", "p", "--token-file", "/dev/null"], "Remove --token-file"),
            (["api", "/v2", "--token-file", "/dev/null"], "--token-file requires --auth bearer"),
            (["api", "/v2", "--slurp"], "require --paginate"),
            (["api", "/v2", "--paginate", "--max-pages", "0"], "--max-pages must be from 1 to 100000, not 0."),
            (["api", "/v2", "--paginate", "--include"], "--paginate prints only bodies"),
            (["api", "/v2", "--paginate", "--data", "x"], "--paginate requires a GET request"),
            (["api", "/v2", "-H", "authorization: x", "--auth", "bearer"], "--auth bearer sets this field."),
            (["graphql", "{ a }", "-H", "authorization: x", "--auth", "bearer"], "--auth bearer sets this field."),
            (
                ["api", "/v2", "-H", "x-api-key: x", "--auth", "api-key", "--api-key-file", "/dev/null"],
                "--header X-Api-Key: --auth api-key sets this field."
            ),
            (["graphql", " "], "<query> is empty."),
            (["graphql", "{ a }", "--variables", "[1]"], "--variables must be a JSON object, such as '{\"id\": 84}'."),
            (
                ["graphql", "{ a }", "--variables", #"{"a": {"b": 1, "b": 2}}"#],
                #"has the name "b" twice in one object"#
            ),
            (["graphql", "{ a }", "--variables", #"{"a": "\ud800"}"#], "--variables has one half of a surrogate pair"),
            (["graphql", "-", "--variables", "@-"], "Standard input can be the document or the variables, not both."),
            (["graphql", "{ a }", "-H", "Accept: text/html"], "--header Accept: the GraphQL client sets it."),
        ])
    func refused(arguments: [String], words: String) async throws {
        try await Refusal.check(arguments, words)
    }

    @Test(
        "an empty document file is a fault of the file, and an ephemeral session from the environment one of the settings"
    )
    func otherStatus() async throws {
        try await Refusal.check(
            ["graphql", "@/dev/null"], "The file /dev/null of <query> is empty.", .unsuitableFile)
        // The environment of a refusal has an ephemeral session.
        try await Refusal.check(["transfers", "list"], "Use --session background.", .settings)
    }
}

import Testing

@testable import CommandLine

@Suite("The command to continue with")
struct TypedCommandTests {
    @Test("a command is repeated as it was typed, quoted for a shell")
    func repeated() {
        let command = TypedCommand(words: ["strata", "api", "/v2/files/a", "-o", "it's a file.bin", "--max-retries=0"])
        #expect(
            command.toContinue
                == #"To continue, run: strata api /v2/files/a -o 'it'\''s a file.bin' --max-retries=0"#)
    }

    @Test(
        "a command that may contain a secret is not repeated",
        arguments: [
            ["/v2/a?token=canary"], ["/v2/a", "--header", "X-Key: canary"], ["/v2/a", "-HX-Key: canary"],
            ["/v2/a", "--field=key=canary"], ["/v2/a", "-F", "key=canary"], ["/v2/a", "-f", "key=canary"],
            ["/v2/a", "--raw-field", "key=canary"], ["/v2/a", "--data", "canary"],
            ["/v2/a", "--cookie", "canary"], ["https://a.example/b#token=canary"], ["http://u:canary@a.example/b"],
        ])
    func secret(arguments: [String]) {
        let sentence = TypedCommand(words: ["strata", "api"] + arguments).toContinue
        #expect(sentence == "To continue, run the same command again.")
    }
}

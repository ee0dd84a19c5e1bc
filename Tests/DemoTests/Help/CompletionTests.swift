import Foundation
import Testing

@testable import Demo

@Suite("strata completions")
struct CompletionTests {
    private static let shell = URL(filePath: "/bin/bash")

    @Test("there is a script for each shell", arguments: ["bash", "zsh", "fish"])
    func scripts(shell: String) async throws {
        let outcome = try await Workplace.strata(["completions", shell])
        #expect(outcome.code == 0 && outcome.output.contains("base-url"))
    }

    @Test(
        "bash completes commands, options and their values",
        .enabled(if: FileManager.default.isExecutableFile(atPath: CompletionTests.shell.path), "there is no bash"))
    func values() async throws {
        let completions = [
            ("strata time", "time-entries"), ("strata whoami --js", "--json"),
            ("strata whoami --transport url", "urlsession"), ("strata whoami --session eph", "ephemeral"),
            ("strata whoami --retry-enabled f", "false"), ("strata api --auth bea", "bearer"),
            ("strata api DEL", "DELETE"), ("strata completions f", "fish"), ("strata whoami --ca-file ro", "root.pem"),
            ("strata whoami --data-dir fol", "folder"), ("strata whoami --settings set", "settings.json"),
        ]
        try await TemporaryFolder.with { folder in
            let script = try await Workplace.strata(["completions", "bash"]).output
            try Data(script.utf8).write(to: folder.appending(path: "completions"))
            for name in ["root.pem", "settings.json"] { try Data().write(to: folder.appending(path: name)) }
            try FileManager.default.createDirectory(
                at: folder.appending(path: "folder"), withIntermediateDirectories: false)
            let test = """
                cd "$1" && . ./completions
                read -r -a COMP_WORDS <<< "$2"
                COMP_LINE=$2 COMP_POINT=${#2} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _strata strata "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            for (line, completion) in completions {
                let outcome = try await Workplace.run(Self.shell, ["-c", test, "bash", folder.path, line])
                let words = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                #expect(words == [completion], "\(line): \(outcome.errors)")
            }
        }
    }
}

import Foundation
import Networking
import Testing

@testable import Demo

@Suite("what goes wrong around strata")
struct FailureTests {
    @Test("a server that is down is one sentence and exit code 69")
    func serverDown() async throws {
        try await Workplace.withoutBackend { place in
            let outcome = try await place.strata("login", "ada@example.com", input: "secret\n")
            #expect(outcome.code == 69)
            #expect(
                outcome.errors
                    == "strata: Could not connect to http://127.0.0.1:9 (connection refused). Check the address, and that the server is running.\n"
            )
        }
    }

    @Test("the address of the sample backend gets the command that starts it")
    func sampleBackendDown() {
        let failure = Failure(
            NetworkError(.transport(.connectionRefused), Self.metadata("http://127.0.0.1:8080/v2/users")))
        #expect(
            failure.message
                == "Could not connect to http://127.0.0.1:8080 (connection refused). Start the sample backend with `make serve`."
        )
        #expect(failure.status == .unavailable)
    }

    @Test(
        "a failed connection names its address, and no path or query",
        arguments: [
            TransportError.hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .connectionLost,
            .insecure(.validity, reason: "The certificate has expired."),
        ])
    func address(error: TransportError) {
        let failure = Failure(NetworkError(.transport(error), Self.metadata("https://api.example:8443/v2?q=a")))
        #expect(failure.message.contains("https://api.example:8443"))
        #expect(!failure.message.contains("/v2") && failure.message.hasSuffix("."))
    }

    private static func metadata(_ url: String) -> NetworkError.RequestMetadata {
        NetworkError.RequestMetadata(requestID: UUID(), operation: "test", method: "GET", url: url, attempts: 1)
    }

    @Test("a port in use is told by number")
    func portInUse() async throws {
        try await Workplace.with { place in
            let port = try #require(place.backend.port)
            let outcome = try await Workplace.strata([
                "serve", "--port", "\(port)", "--backend-dir", place.folder.appending(path: "other").path,
            ])
            #expect(outcome.code == 69)
            #expect(outcome.errors.contains("\(port)"))
        }
    }

    @Test("a backend's folder that can't be used is one sentence and exit code 74")
    func unusableBackendFolder() async throws {
        try await Workplace.withoutBackend { place in
            let file = try place.file("file", Data())
            for (folder, reason) in [(file, "there is a file of that name"), (file + "/x", "not a directory")] {
                let outcome = try await Workplace.strata(["serve", "--port", "0", "--backend-dir", folder])
                #expect(outcome.code == 74)
                #expect(
                    outcome.errors
                        == "strata: Cannot use the data folder \(folder) (\(reason)); make it writable, or choose another.\n"
                )
            }
            #expect(try await Workplace.strata(["serve", "--backend-dir", ""]).code == 64)
        }
    }

    @Test("strata-backend tells the version of strata")
    func version() async throws {
        let strata = try await Workplace.run(Binaries.strata, ["--version"])
        let backend = try await Workplace.run(Binaries.backend, ["--version"])
        #expect(backend.code == 0)
        #expect(backend.output == strata.output && backend.output == Strata.version + "\n")
    }

    @Test("a corrupt database is left as it is")
    func corruptDatabase() async throws {
        try await Workplace.withoutBackend { place in
            try FileManager.default.createDirectory(at: place.dataFolder, withIntermediateDirectories: true)
            let file = place.dataFolder.appending(path: "store.sqlite")
            let garbage = Data("this is no database, and it is longer than a header of one hundred bytes: ".utf8)
            try (garbage + garbage + garbage).write(to: file)
            let outcome = try await place.strata("whoami")
            #expect(outcome.code == 74)
            #expect(outcome.errors.contains("damaged or not a database"))
            #expect(try Data(contentsOf: file) == garbage + garbage + garbage)
        }
    }

    @Test("a data folder that can't be made or written to is named")
    func unwritableFolder() async throws {
        try await Workplace.withoutBackend { place in
            // A folder below a file: no rights of root help here.
            let file = try place.file("file", Data())
            let outcome = try await Workplace.strata(["whoami", "--data-dir", file + "/data"])
            #expect(outcome.code == 74)
            #expect(outcome.errors.contains("can't be written to"))
        }
    }

    @Test(
        "a wrong setting is told with its place and key",
        arguments: [
            (#"{"timeout": "soon"}"#, "timeout must be a number"),
            (#"{"timeout": -1}"#, "timeout must be a number of seconds between"),
            (#"{"base_url": "here"}"#, "base_url must be an address"),
            (#"{"base_url": "http://h:99999999999999999999/"}"#, "base_url must have a port from 1 to 65535"),
            (#"{"base_url": "http://h:0"}"#, "base_url must have a port from 1 to 65535"),
            (#"{"base_url": "http://h/%C3%A9/%zz"}"#, "base_url must be an address"),
            (#"{"time_out": 5}"#, "time_out is no setting"),
            (#"[1, 2]"#, "is not a JSON object"),
        ])
    func wrongSettingsFile(content: String, message: String) async throws {
        try await Workplace.withoutBackend { place in
            let file = try place.file("settings.json", Data(content.utf8))
            let outcome = try await Workplace.strata([
                "whoami", "--settings", file, "--data-dir", place.dataFolder.path,
            ])
            #expect(outcome.code == 78)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.contains(file))
        }
    }

    @Test("an address with a password in it is refused as typed or as set, and the password is not repeated")
    func addressWithPassword() async throws {
        try await Workplace.withoutBackend { place in
            let address = "http://ada:canary@127.0.0.1:9"
            let data = ["--data-dir", place.dataFolder.path]
            for command in [["whoami"], ["api", "/v2"]] {
                let typed = try await Workplace.strata(command + data + ["--base-url", address])
                #expect(typed.code == 64)
                let set = try await Workplace.strata(command + data, environment: ["STRATA_BASE_URL": address])
                #expect(set.code == 78)
                #expect(typed.errors.contains("must not contain a user name") && typed.errors == set.errors)
                #expect(!typed.errors.contains("canary"))
            }
            let target = try await place.strata("api", address + "/v2?a=@")
            #expect(target.code == 64)
            #expect(
                target.errors.contains("The target must not contain a user name") && !target.errors.contains("canary"))
            #expect(try await place.strata("api", "http://127.0.0.1:9/@v2?a=b@c").code == 69)
        }
    }

    @Test("a port that no server can have is refused, and not cut to another")
    func port() async throws {
        try await Workplace.withoutBackend { place in
            for address in ["http://127.0.0.1:70000", "https://[::1]:65536", "http://localhost:0"] {
                let target = try await place.strata("api", address + "/")
                let base = try await place.strata("whoami", "--base-url", address)
                #expect(target.code == 64 && base.code == 64, "\(address)")
            }
        }
    }

    @Test("a trace that could not be written is told before anything is sent")
    func traceFile() async throws {
        try await Workplace.withoutBackend { place in
            let file = try place.file("file", Data())
            for path in [file + "/trace.html", place.folder.path] {
                let outcome = try await place.strata("api", "POST", "/v2/users", "--trace-file", path)
                #expect(outcome.code == 66)
                #expect(outcome.errors.contains("trace can't be written"), "\(outcome.errors)")
            }
        }
    }

    @Test("a file that can't be saved in its place is named with its whole path")
    func download() async throws {
        try await Workplace.withoutBackend { place in
            let missing = place.folder.appending(path: "missing/file").path
            let outcome = try await place.strata("api", "/v2", "--output", missing)
            #expect(outcome.code == 66)
            #expect(outcome.errors == "strata: Cannot save \(missing): the folder does not exist.\n")
        }
    }

    @Test("a profile goes to its own address, and a typed one beside it is refused")
    func addressOfProfile() async throws {
        try await Workplace.withoutBackend { place in
            let outcome = try await place.strata("api", "/v2", "--profile", "demo", "--base-url", "http://127.0.0.1:9")
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("leave --base-url out"))
        }
    }

    @Test(
        "output that the system does not take is a failure",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "This system has no device that is full."))
    func fullOutput() async throws {
        try await Workplace.with { place in
            let outcome = try await Workplace.run(
                URL(filePath: "/bin/sh"),
                [
                    "-c", #""$0" "$@" > /dev/full"#, Binaries.strata.path, "api", "/v2/health", "--data-dir",
                    place.dataFolder.path, "--base-url", place.backend.absoluteString,
                ])
            #expect(outcome.code == 74)
            #expect(outcome.errors.contains("Standard output can't be written (No space left"), "\(outcome.errors)")
        }
    }

    @Test("a reader that has gone, as behind a pipe to head, is no failure")
    func closedPipe() async throws {
        try await Workplace.with { place in
            let outcome = try await Workplace.run(
                URL(filePath: "/bin/sh"),
                [
                    // The fifo's reader goes as soon as the writer has come; the writer waits for that.
                    "-c", #"mkfifo "$1" && { : < "$1" & exec 3> "$1"; wait; shift; "$0" "$@" >&3; }"#,
                    Binaries.strata.path, place.folder.appending(path: "fifo").path, "api", "/v2/health", "--data-dir",
                    place.dataFolder.path, "--base-url", place.backend.absoluteString,
                ])
            #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        }
    }

    @Test("a wrong variable is told by its name, though the file has the setting too")
    func wrongVariable() async throws {
        try await Workplace.withoutBackend { place in
            let file = try place.file("settings.json", Data(#"{"timeout": 5}"#.utf8))
            let outcome = try await Workplace.strata(
                ["whoami", "--settings", file, "--data-dir", place.dataFolder.path],
                environment: ["STRATA_TIMEOUT": "abc"])
            #expect(outcome.code == 78)
            #expect(outcome.errors == "strata: The environment: STRATA_TIMEOUT must be a number.\n")
        }
    }
}

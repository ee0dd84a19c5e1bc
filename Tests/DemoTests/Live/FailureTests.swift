import Foundation
import Networking
import Testing

@testable import Demo

@Suite("Errors of strata")
struct FailureTests {
    @Test("the error for the sample backend's address names the command that starts it")
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
        "the error for a failed connection names the server without path and query",
        arguments: [
            TransportError.hostNotFound, .connectionRefused, .unreachable, .connectTimeout, .connectionLost,
            .insecure(.validity, reason: "The certificate has expired."),
        ])
    func address(error: TransportError) {
        let failure = Failure(NetworkError(.transport(error), Self.metadata("https://api.example:8443/v2?q=a")))
        #expect(failure.message.contains("https://api.example:8443"))
        #expect(!failure.message.contains("/v2") && failure.message.hasSuffix("."))
    }

    @Test("a certificate of an unknown authority gets a hint at --ca-file, and other refusals do not")
    func unknownAuthority() {
        for check in SecurityCheck.allCases {
            let error = TransportError.insecure(check, reason: "A reason.")
            let failure = Failure(NetworkError(.transport(error), Self.metadata("https://api.example")))
            #expect(failure.message.contains("--ca-file") == (check == .authority))
            #expect(failure.status == .insecure)
        }
    }

    @Test("reaching the limit of redirects is final, and the error names the option")
    func redirects() {
        let failure = Failure(
            NetworkError(.redirect(.tooMany(limit: 2)), Self.metadata("https://api.example/loop?q=a")))
        #expect(failure.message.contains("--max-redirects") && !failure.message.contains("ry again"))
        #expect(failure.status == .brokenProtocol)
    }

    @Test("a cancelled request is an interruption, whichever layer reports it")
    func cancelled() {
        for cause in [NetworkError.Cause.cancelled, .transport(.cancelled)] {
            let failure = Failure(NetworkError(cause, Self.metadata("https://api.example")))
            #expect(failure.message == "Interrupted.")
            #expect(failure.status == .interrupted)
        }
    }

    static func metadata(_ url: String) -> NetworkError.RequestMetadata {
        NetworkError.RequestMetadata(requestID: UUID(), operation: "test", method: "GET", url: url, attempts: 1)
    }

    @Test("the error for a port in use names the port")
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

    @Test("an unusable backend folder is reported in one sentence with exit code 74")
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

    @Test("a corrupt database is reported and left unchanged")
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

    @Test("a guest's call works without a data folder, and stores nothing")
    func guestWithoutFolder() async throws {
        try await Workplace.with { place in
            let folder = try place.file("file", Data()) + "/data"
            let outcome = try await Workplace.strata(
                ["api", "/v2/health", "--data-dir", folder],
                environment: ["STRATA_BASE_URL": place.backend.absoluteString])
            #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
            let signed = try await Workplace.strata(
                ["api", "/v2/health", "--auth", "bearer", "--data-dir", folder],
                environment: ["STRATA_BASE_URL": place.backend.absoluteString])
            #expect(signed.code == 74 && signed.errors.contains("--data-dir"), "\(signed)")
        }
    }

    @Test(
        "the error for an invalid setting names its source and key",
        arguments: [
            (#"{"timeout": "soon"}"#, "timeout must be a number"),
            (#"{"timeout": -1}"#, "timeout must be a number of seconds between"),
            (#"{"base_url": "here"}"#, "base_url must be an address"),
            (#"{"base_url": "http://h:99999999999999999999/"}"#, "base_url must have a port from 1 to 65535"),
            (#"{"base_url": "http://h:0"}"#, "base_url must have a port from 1 to 65535"),
            (#"{"base_url": "http://h/%C3%A9/%zz"}"#, "base_url must be an address"),
            (#"{"time_out": 5}"#, "time_out is not a setting"),
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

    @Test("an address that contains a password is an error, and the message does not repeat it")
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

    @Test(
        "each kind of permanent failure has its own exit code, and all temporary ones share one",
        arguments: [
            (400, Demo.ExitStatus.invalidData), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (409, .invalidData),
            (410, .notFound), (422, .invalidData), (304, .notUnderstood), (408, .tryAgain), (425, .tryAgain),
            (429, .tryAgain), (500, .tryAgain), (502, .tryAgain), (503, .tryAgain), (504, .tryAgain),
        ])
    func exitStatus(status: Int, code: Demo.ExitStatus) {
        #expect(
            Failure(NetworkError(.status(HTTPFailure(status: status)), Self.metadata("https://api.example")))
                .status == code)
    }
}

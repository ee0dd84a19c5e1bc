import Foundation
import Networking
import Testing

@testable import CommandLine

@Suite("Errors of strata")
struct FailureTests {
    @Test("the error for the sample backend's address names the command that starts it")
    func sampleBackendDown() {
        let failure = Self.failure(.transport(.connectionRefused), at: "http://127.0.0.1:8080/v2/users")
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
        let failure = Self.failure(.transport(error), at: "https://api.example:8443/v2?q=a")
        #expect(failure.message.contains("https://api.example:8443"))
        #expect(!failure.message.contains("/v2") && failure.message.hasSuffix("."))
    }

    @Test("a certificate of an unknown authority gets a hint at --ca-file, and other refusals do not")
    func unknownAuthority() {
        for check in SecurityCheck.allCases {
            let failure = Self.failure(.transport(.insecure(check, reason: "A reason.")))
            #expect(failure.message.contains("--ca-file") == (check == .authority))
            #expect(failure.status == .insecure)
        }
    }

    @Test("reaching the limit of redirects is final, and the error names the option")
    func redirects() {
        let failure = Self.failure(.redirect(.tooMany(limit: 2)))
        #expect(failure.message.contains("--max-redirects") && !failure.message.contains("ry again"))
        #expect(failure.status == .brokenProtocol)
    }

    @Test("a cancelled request is an interruption, whichever layer reports it")
    func cancelled() {
        for cause in [NetworkError.Cause.cancelled, .transport(.cancelled)] {
            let failure = Self.failure(cause)
            #expect(failure.message == "Interrupted." && failure.status == .interrupted)
        }
    }

    private static func failure(_ cause: NetworkError.Cause, at url: String = "https://api.example") -> Failure {
        Failure(
            NetworkError(
                cause,
                NetworkError.RequestMetadata(requestID: UUID(), operation: "test", method: "GET", url: url, attempts: 1)
            ))
    }

    @Test("an unusable backend folder is reported in one sentence with exit code 74")
    func unusableBackendFolder() async throws {
        try await Workplace.at { place in
            let file = try place.file("file", Data())
            for (folder, reason) in [(file, "there is a file of that name"), (file + "/x", "not a directory")] {
                let outcome = try await Workplace.strata(["serve", "--port", "0", "--backend-dir", folder])
                #expect(outcome.code == 74)
                #expect(
                    outcome.errors
                        == "strata: Cannot use the data folder \(folder) (\(reason)). Make it writable, or choose another.\n"
                )
            }
            #expect(try await Workplace.strata(["serve", "--backend-dir", ""]).code == 64)
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

    @Test("a base URL that contains a password is an error, and the message does not repeat it")
    func addressWithPassword() async throws {
        try await Workplace.at { place in
            let address = "http://ada:canary@127.0.0.1:9"
            for command in [["whoami"], ["api", "/v2"]] {
                let typed = try await place.strata(command + ["--base-url", address])
                let set = try await place.strata(command, environment: ["STRATA_BASE_URL": address])
                #expect(typed.code == 64 && set.code == 78)
                let reason = "must not contain a user name or password. Log in instead."
                #expect(typed.errors.contains("--base-url \(reason)") && !typed.errors.contains("canary"))
                #expect(set.errors.contains("STRATA_BASE_URL \(reason)") && !set.errors.contains("canary"))
            }
        }
    }

    @Test(
        "each kind of permanent failure has its own exit code, and all temporary ones share one",
        arguments: [
            (400, Failure.Status.invalidData), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (409, .invalidData), (410, .notFound), (422, .invalidData), (304, .notUnderstood), (408, .tryAgain),
            (425, .tryAgain),
            (429, .tryAgain), (500, .tryAgain), (502, .tryAgain), (503, .tryAgain), (504, .tryAgain),
        ])
    func exitStatus(status: Int, code: Failure.Status) {
        #expect(Self.failure(.status(HTTPFailure(status: status))).status == code)
    }
}

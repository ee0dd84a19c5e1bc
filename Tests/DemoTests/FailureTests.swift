import Foundation
import Networking
import Testing

@testable import CommandLine

@Suite("Errors of strata")
struct FailureTests {
    @Test(
        "the error for a refused connection says what helps",
        arguments: [
            ("http://127.0.0.1:8080", "Start the sample backend with `make serve`."),  // Part: backend
            ("http://127.0.0.1:8081", "Check the address, and that the server is running."),
            ("https://api.example", "Check the address, and that the server is running."),
        ])
    func refused(server: String, help: String) {
        let failure = Self.failure(.transport(.connectionRefused), at: "\(server)/v2/users")
        #expect(failure.message == "Could not connect to \(server) (connection refused). \(help)")
        #expect(failure.status == .unavailable)
        #expect(Self.failure(.transport(.hostNotFound)).status == .unavailable)
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

    @Test("a base URL that contains a password is an error, and the message does not repeat it")
    func addressWithPassword() async throws {
        let address = "http://ada:canary@127.0.0.1:9"
        for (options, environment, key, status) in [
            (["--base-url", address], [:], "--base-url", .usage),
            ([], ["STRATA_BASE_URL": address], "STRATA_BASE_URL", .settings),
        ] as [([String], [String: String], String, Failure.Status)] {
            let error = await #expect(throws: SettingsError.self) {
                _ = try await RunSettings.read(options, environment: environment)
            }
            let failure = try Failure(#require(error))
            #expect(failure.status == status && !failure.message.contains("canary"))
            #expect(failure.message.contains("\(key) must not contain a user name or password. Log in instead."))
        }
    }

    @Test(
        "each kind of permanent failure has its own exit code, and all temporary ones share one",
        arguments: [
            (400, Failure.Status.invalidData), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (409, .invalidData), (410, .notFound), (422, .invalidData), (304, .notUnderstood), (408, .tryAgain),
            (425, .tryAgain), (429, .tryAgain), (500, .tryAgain), (502, .tryAgain), (503, .tryAgain), (504, .tryAgain),
        ])
    func exitStatus(status: Int, code: Failure.Status) {
        #expect(Self.failure(.status(HTTPFailure(status: status))).status == code)
    }
}

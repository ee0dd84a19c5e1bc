import Networking
import Testing

@testable import Demo

@Suite("The exit code of an HTTP status")
struct ExitStatusTests {
    @Test(
        "all temporary failures share one exit code",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func passing(status: Int) {
        #expect(
            Failure(NetworkError(.status(HTTPFailure(status: status)), FailureTests.metadata("https://api.example")))
                .status == .tryAgain)
    }

    @Test(
        "each kind of permanent failure has its own exit code",
        arguments: [
            (400, Demo.ExitStatus.invalidData), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (409, .invalidData),
            (410, .notFound), (422, .invalidData), (304, .notUnderstood),
        ])
    func staying(status: Int, code: Demo.ExitStatus) {
        #expect(
            Failure(NetworkError(.status(HTTPFailure(status: status)), FailureTests.metadata("https://api.example")))
                .status == code)
    }
}

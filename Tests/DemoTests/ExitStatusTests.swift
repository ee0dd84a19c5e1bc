import Networking
import Testing

@testable import Demo

@Suite("the exit code of a status")
struct ExitStatusTests {
    @Test(
        "trouble that may pass is one code, whichever status tells of it",
        arguments: [408, 425, 429, 500, 502, 503, 504])
    func passing(status: Int) {
        #expect(Demo.ExitStatus(HTTPFailure(status: status)) == .tryAgain)
    }

    @Test(
        "a refusal that stays has the code of its kind",
        arguments: [
            (400, Demo.ExitStatus.invalidData), (401, .notAllowed), (403, .notAllowed), (404, .notFound),
            (409, .invalidData),
            (410, .notFound), (422, .invalidData), (304, .notUnderstood),
        ])
    func staying(status: Int, code: Demo.ExitStatus) {
        #expect(Demo.ExitStatus(HTTPFailure(status: status)) == code)
    }
}

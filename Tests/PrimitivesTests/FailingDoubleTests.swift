import TestSupport
import Testing

@Suite("Failing doubles of the primitives") struct FailingDoubleTests {
    @Test("each use of a FailingTimeSource is a test failure")
    func time() async {
        let time = FailingTimeSource()
        withKnownIssue { _ = time.now }
        withKnownIssue { _ = time.uptime }
        withKnownIssue { _ = time.setTimer(at: .seconds(1)) {} }
        await withKnownIssue {
            await #expect(throws: UnexpectedCall.self) { try await time.sleep(for: .seconds(1)) }
        }
    }

    @Test("each use of a FailingRandomSource is a test failure")
    func random() {
        withKnownIssue { _ = FailingRandomSource().next() }
    }

    @Test("each use of a FailingIdentifierSource is a test failure")
    func identifiers() {
        withKnownIssue { _ = FailingIdentifierSource().next() }
    }

    @Test("the failure names the call and points to the line that made the double")
    func place() {
        let here: SourceLocation = #_sourceLocation
        let random = FailingRandomSource()
        withKnownIssue {
            _ = random.next()
        } matching: { issue in
            (issue.error as? UnexpectedCall)?.name == "RandomSource.next()"
                && issue.sourceLocation?.line == here.line + 1 && issue.sourceLocation?.fileID == here.fileID
        }
    }
}

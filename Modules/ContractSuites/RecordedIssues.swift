import Synchronization
public import Testing

/// Runs `body` and returns the issues that it records. They do not fail the test, and the test run does not print them.
/// An error that `body` throws is one of them.
///
/// It must be called in a test.
public func recordedIssues(_ body: @Sendable () async throws -> Void) async throws -> [Issue] {
    struct NotInATest: Error {}
    guard let test = Test.current else { throw NotInATest() }
    let issues = Mutex<[Issue]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
        // An issue of a detached task belongs to no test, so each test that runs receives it.
        guard Test.current != nil else { return issue }
        issues.withLock { $0.append(issue) }
        return nil
    }
    try await collector.provideScope(for: test, testCase: Test.Case.current) {
        do { try await body() } catch { Issue.record(error) }
    }
    return issues.withLock { $0 }
}

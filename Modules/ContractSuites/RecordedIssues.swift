import Synchronization
public import Testing

/// Runs `body` and returns the issues that it records, including one for an error that it throws. The issues neither
/// fail the test nor appear in its output.
///
/// Call it only in a test.
public func recordedIssues(_ body: @Sendable () async throws -> Void) async throws -> [Issue] {
    struct NotInATest: Error {}
    guard let test = Test.current else { throw NotInATest() }
    let issues = Mutex<[Issue]>([])
    let collector = IssueHandlingTrait.compactMapIssues { issue in
        // An issue of a detached task belongs to no test, so every running test receives it.
        guard Test.current != nil else { return issue }
        issues.withLock { $0.append(issue) }
        return nil
    }
    try await collector.provideScope(for: test, testCase: Test.Case.current) {
        do { try await body() } catch { Issue.record(error) }
    }
    return issues.withLock { $0 }
}

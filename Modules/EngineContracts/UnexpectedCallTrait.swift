import EngineTestSupport
import Synchronization
public import Testing

/// Fails a test if a double that it created receives an unexpected call, even if the code under test ignores the
/// double's error. The failure is recorded at the line that created the double.
public struct UnexpectedCallTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to every test of a suite.
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let calls = Mutex<[UnexpectedCall]>([])
        // Issues are recorded here and not at the call, because a detached task belongs to no test.
        defer {
            for call in calls.withLock({ $0 }) {
                let place = SourceLocation(fileID: call.file, filePath: call.file, line: call.line, column: 1)
                Issue.record(call, sourceLocation: place)
            }
        }
        try await UnexpectedCall.withObserver { call in
            calls.withLock { $0.append(call) }
        } perform: {
            try await function()
        }
    }
}

extension Trait where Self == UnexpectedCallTrait {
    /// Reports unexpected calls of doubles as failures of the test that created the double.
    public static var failsOnUnexpectedCalls: Self { Self() }
}

import EngineContracts
import EngineTestSupport
import Testing

@Suite("Unexpected calls")
struct UnexpectedCallTests {
    @Test("an unexpected call's error names the call and the line that made the double")
    func place() {
        let call = DoubleOrigin(file: "AppTests/ItemTests.swift", line: 12).unexpectedCall("ItemStore.save(_:of:)")
        #expect(call.description.contains("ItemStore.save(_:of:)"))
        #expect(call.description.contains("AppTests/ItemTests.swift:12"))
    }

    @Test("a test with the trait fails at the double's line, even if the error is ignored in another task")
    func failure() async throws {
        let test = try #require(Test.current)
        let issues = try await recordedIssues {
            try await UnexpectedCallTrait.failsOnUnexpectedCalls.provideScope(for: test, testCase: nil) {
                let origin = DoubleOrigin(file: "AppTests/ItemTests.swift", line: 12)
                await Task.detached { _ = origin.unexpectedCall("ItemStore.save(_:of:)") }.value
            }
        }
        #expect(issues.count == 1)
        #expect((issues.first?.error as? UnexpectedCall)?.name == "ItemStore.save(_:of:)")
        #expect(issues.first?.sourceLocation?.fileID == "AppTests/ItemTests.swift")
        #expect(issues.first?.sourceLocation?.line == 12)
    }

    @Test("recorded issues are the failed expectations and the error thrown, and fail no test")
    func recorded() async throws {
        struct Stop: Error {}
        let issues = try await recordedIssues {
            #expect(Bool(false))
            await withTaskGroup { group in group.addTask { #expect(Bool(false)) } }
            throw Stop()
        }
        #expect(issues.count == 3)
        #expect(issues.last?.error is Stop)
        let none = try await recordedIssues { #expect(Bool(true)) }
        #expect(none.isEmpty)
    }
}

import EngineTestSupport
import InProcessBackend
import Testing

/// The same on the sample backend, whose lists, dates and tokens are those of a real server.
@Suite("Stored reads on the sample backend", .timeLimit(.minutes(20)))
struct StoredReadsOnBackendTests {
    @Test(
        "the stored list is on the screen before any time passes, whatever the server does",
        arguments: StoredReadsTests.Fault.allCases)
    func atOnce(fault: StoredReadsTests.Fault) async throws {
        try await InProcessBackend.run { environment, backend in
            try await StoredReadsTests.expectStoredList(fault, from: backend, at: environment, ManualClock())
        }
    }
}

import Foundation
import Testing

@testable import Demo

@Suite("strata demo")
struct TourTests {
    @Test("the tour ends well, shows one refresh for twenty calls, and leaves nothing behind")
    func tour() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try await Workplace.strata(["demo"], environment: ["TMPDIR": folder.path])
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(outcome.output.contains(" steps, all as they should be"))
            #expect(outcome.output.contains("refreshes by the server's own count: 1"))
            #expect(outcome.output.contains("The server answered with 503, which may pass."))
            #expect(outcome.output.contains("download: continued after"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("the wiring has no fault, and graph draws all of it without making anything")
    func graph() async throws {
        try await TemporaryFolder.with { folder in
            let outcome = try await Workplace.strata(["graph", "--data-dir", folder.appending(path: "data").path])
            #expect(outcome.code == 0)
            #expect(outcome.output.hasPrefix("flowchart LR"))
            #expect(outcome.output.contains("Services.UserService"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }
}

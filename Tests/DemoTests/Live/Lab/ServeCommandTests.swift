import Foundation
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata serve")
struct ServeCommandTests {
    @Test("an unusable backend folder is reported in one sentence with exit code 74")
    func unusableBackendFolder() async throws {
        try await Workplace.at { place in
            let file = try place.file("file", Data())
            let outcome = try await Workplace.strata(["serve", "--port", "0", "--backend-dir", file])
            let sentence = "Cannot use the data folder \(file) (there is a file of that name)."
            #expect(outcome.code == 74 && outcome.errors.hasPrefix("strata: \(sentence)"), "\(outcome)")
            #expect(outcome.errors.count(where: \.isNewline) == 1)
        }
        try await Refusal.check(["serve", "--backend-dir", ""], "--backend-dir must name a folder.")
    }

    @Test("a backend that the system can't start is reported with exit code 71")
    func noChildProcess() async throws {
        let nothing = try BackendProcess(executable: URL(filePath: "/dev/null/backend"), arguments: [])
        let failure = await #expect(throws: BackendProcessError.self) { try await nothing.run { _ in } }
        let report = failure?.report(at: nil)
        #expect(report?.status == .resources)
        #expect(report?.message.hasPrefix("Could not start the sample backend") == true)
    }
}

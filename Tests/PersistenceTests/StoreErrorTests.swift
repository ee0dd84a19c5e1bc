import Persistence
import Testing

@Suite("StoreError") struct StoreErrorTests {
    @Test("each message is one or two sentences that name the file")
    func explanations() {
        let path = "/data/store.sqlite"
        let errors: [StoreError] = [
            .notWritable(path: path), .full(path: path), .corrupt(path: path), .newerSchema(path: path),
            .migrationFailed(path: path, reason: "The step failed."), .busy(path: path),
        ]
        for error in errors { #expect(error.userMessage.contains(path)) }
        #expect(Set(errors.map(\.userMessage)).count == errors.count)
        #expect(StoreError.failed(reason: "because").userMessage.contains("because"))
    }
}

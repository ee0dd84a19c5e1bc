import ContractSuites
import Foundation
import Models
import Services
import TestSupport
import Testing

@Suite("The mock feedback service")
struct MockFeedbackServiceTests {
    private let message: FeedbackMessage
    private let receipt = FeedbackReceipt(id: "f-1", createdAt: Date(timeIntervalSince1970: 0), authorID: nil)

    init() throws {
        message = try FeedbackMessage("Hello.")
    }

    @Test("returns its responses in order and records each call")
    func responses() async throws {
        let service = MockFeedbackService(.success(receipt), .failure(.cancelled))
        #expect(try await service.send(message) == receipt)
        await expectFailure(.cancelled) { try await service.send(message) }
        #expect(service.calls == [.send(message), .send(message)])
    }

    @Test("a call without a response throws an error that names the mock's line")
    func unexpected() async throws {
        let service = MockFeedbackService(file: "Here.swift", line: 7)
        let error = await expectFailure(.storage) { try await service.send(message) }
        #expect(error?.failure?.underlying as? UnexpectedCall != nil)
        #expect(error?.userMessage.contains("FeedbackService.send(_:)") == true)
        #expect(error?.userMessage.contains("Here.swift:7") == true)
    }
}

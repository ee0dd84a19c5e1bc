import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@testable import Transfers

@Suite("Download messages")
struct DownloadTextTests {
    /// Text from a server, a disk or a caller, which no log may repeat.
    private static let unshown = "unshown"

    private static let failures: [DownloadFailure] = [
        .diskFull(stored: 0), .diskFull(stored: 1_234_567), .notPermitted, .folderMissing, .destinationIsNoFile, .busy,
        .partialFileConflict(name: "file.partial"), .disk(reason: "Input/output error"),
        .digestMismatch(
            expected: ContentDigest(algorithm: unshown, bytes: Data([1])),
            actual: ContentDigest(algorithm: unshown, bytes: Data([2]))),
        .overrun(announced: 7), .unexpectedResponse(status: 204), .restartedTooOften(3),
    ]

    private static let reasons: [DownloadDecision.Reason] = [
        .noRecord, .otherTarget, .bytesMissing, .wholeFile, .otherVersion, .otherRange, .encoded, .outOfRange,
        .notResumable,
    ]

    private static let decisions: [DownloadDecision] =
        [.resumed(from: 7), .interrupted(at: 7, waiting: .seconds(1)), .gaveUp(tries: 0), .gaveUp(tries: 3)]
        + reasons.map { .restarted($0) }

    @Test("a download error's user message ends with a full stop and has no technical details", arguments: failures)
    func userMessage(failure: DownloadFailure) {
        let observed = NetworkError.fixture(.download(failure))
        #expect(!observed.isRetryable && observed.cause.name == "download")
        let error = DownloadError(observed)
        #expect(error == .transfer(failure, observed.metadata) && error.call == nil)
        #expect(error.userMessage == observed.userMessage)
        #expect(error.userMessage.count > 10 && error.userMessage.hasSuffix("."))
        #expect(error.userMessage.first?.isUppercase == true)
        #expect(!error.userMessage.contains(Self.unshown) && !error.userMessage.contains("Optional"))
    }

    @Test("each download decision has a distinct message of one line, with its values as fields")
    func sentences() {
        let sentences = Self.decisions.map { CallEvent.Kind.download($0).message }
        #expect(Set(sentences).count == sentences.count)
        #expect(!sentences.contains { $0.contains("\n") })
        #expect(sentences[0] == "resumed at byte 7")
        #expect(sentences[1] == "download interrupted at byte 7, retrying in 1.0 s")
        #expect(sentences[3].contains("3 retries"))
        #expect(Self.decisions[0].fields == ["decision": "resumed", "bytes": "7"])
        #expect(Set(Self.decisions.map(\.fields)).count == Self.decisions.count)
        #expect(CallEvent.Kind.download(.resumed(from: 7)).name == "download")
    }

    @Test("the file of all messages has every key with its English message, and no other key of downloads")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/reference/messages.csv")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("download.") }
        let explanations = Self.failures.map(\.localizableUserMessage)
        #expect(Set(rows) == Set(explanations.map { "\($0.key),\"\($0.template)\"" }))
        #expect(rows.count == Set(explanations.map(\.key)).count)
    }

    @Test("the failures and decisions in this test are complete")
    func complete() {
        #expect(Self.failures.allSatisfy(isListed) && Self.decisions.allSatisfy(isListed))
        #expect(Set(Self.failures.map { String("\($0)".prefix { $0 != "(" }) }).count == 11)
        #expect(Set(Self.decisions.map { String("\($0)".prefix { $0 != "(" }) }).count == 4)
    }

    // A new case stops these from compiling: add it to the list of the same type.

    private func isListed(_ failure: DownloadFailure) -> Bool {
        switch failure {
        case .diskFull, .notPermitted, .folderMissing, .destinationIsNoFile, .busy, .disk, .digestMismatch, .overrun,
            .unexpectedResponse, .restartedTooOften, .partialFileConflict:
            true
        }
    }

    private func isListed(_ decision: DownloadDecision) -> Bool {
        switch decision {
        case .resumed, .restarted, .interrupted, .gaveUp: true
        }
    }
}

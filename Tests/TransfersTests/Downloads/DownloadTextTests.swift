import EngineTestSupport
import Foundation
import Networking
import Primitives
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

    @Test("a decision of a download is one line with its own values, which are fields too")
    func decisions() {
        let decision = CallEvent.Kind.download(.interrupted(at: 7, waiting: .seconds(1)))
        #expect(decision.name == "download" && decision.message.contains("7") && !decision.message.contains("\n"))
        #expect(DownloadDecision.resumed(from: 7).fields == ["decision": "resumed", "bytes": "7"])
    }

    @Test("the file of all messages has every key with its English message, and no other key of downloads")
    func documentation() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let rows = try String(contentsOf: folder.appending(path: "Docs/reference/messages.csv"), encoding: .utf8)
            .components(separatedBy: "\n").filter { $0.hasPrefix("download.") }
        let messages = Self.failures.map(\.localizableUserMessage)
        #expect(Set(rows) == Set(messages.map { "\($0.key),\"\($0.template)\"" }))
    }
}

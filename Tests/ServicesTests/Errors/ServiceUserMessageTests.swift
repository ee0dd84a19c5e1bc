import Foundation
import Models
import Primitives
import Testing

@testable import Services

@Suite("A service error's message")
struct ServiceUserMessageTests {
    /// Of every case that has a key of its own.
    private static let errors: [any UserFacingError] = [
        AuthServiceError.cancelled, AuthServiceError.specific(.wrongCredentials()), AuthServiceError.loggedOut,
        AuthServiceError.invalid([InvalidValue(field: "email", reason: "It is taken.")]),
        AuthServiceError.failed(.storage(reason: "The disk is full.", diagnostic: "odd")),
        AuthServiceError.failed(.unexpected(CancellationError())),
        UserServiceError.cancelled, UserServiceError.loggedOut, UserServiceError.forbidden(nil),
        UserServiceError.notFound(.storage(reason: "It is gone.", diagnostic: "odd")),
        UserServiceError.invalid([]),
        UploadServiceError.cancelled, UploadServiceError.loggedOut,
        UploadServiceError.forbidden(.storage(reason: "No.", diagnostic: "odd")),
        UploadServiceError.notFound(.storage(reason: "It is gone.", diagnostic: "odd")),
        UploadServiceError.specific(.unsuitableFile(reason: "It is empty.")),
        UploadServiceError.specific(.damagedUpload(reason: "Other bytes.")),
    ]

    @Test("the message is that of the failure, for everything that a service has no case for")
    func failures() {
        let failure = ServiceFailure.storage(reason: "The disk is full.", diagnostic: "odd")
        let errors: [any UserFacingError] = [
            AuthServiceError.failed(failure), UserServiceError.failed(failure), UploadServiceError.failed(failure),
        ]
        for error in errors {
            #expect(error.userMessage == "The disk is full.")
            #expect(!error.isCancellation)
        }
    }

    @Test("only cancellation has no message")
    func cancellation() {
        let cancellations = Self.errors.filter(\.isCancellation)
        #expect(!cancellations.isEmpty)
        for error in Self.errors {
            #expect(error.isCancellation == (error.localizableUserMessage.key == "service.cancelled"))
        }
    }

    @Test("the file of all messages has each shared key with its English sentence, and no other")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/reference/messages.csv")
        // A feature's key has one more part, such as `service.books.loop`.
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.firstMatch(of: /^service\.\w+,/) != nil }
        // The reason for a stored list, which only the remote services know.
        let slow = UserMessage("service.slow", "The server has not responded yet.")
        let messages = [slow] + Self.errors.map(\.localizableUserMessage)
        let expected = Set(messages.map { "\($0.key),\"\($0.template)\"" })
        #expect(Set(rows) == expected)
        #expect(rows.count == expected.count)
    }
}

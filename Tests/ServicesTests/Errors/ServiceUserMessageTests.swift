import Foundation
import Models
import Primitives
import Services
import TestSupport
import Testing

@Suite("A service error's message")
struct ServiceUserMessageTests {
    private struct Odd: Error {}

    /// Of every case that has a key of its own.
    private static let errors: [any ServiceError] = [
        AuthServiceError.cancelled, AuthServiceError.wrongCredentials, AuthServiceError.loggedOut,
        AuthServiceError.invalid([InvalidValue(field: "email", reason: "It is taken.")]),
        AuthServiceError.failed(.storage(reason: "The disk is full.", underlying: Odd())),
        AuthServiceError.failed(.unexpected(Odd())),
        UserServiceError.cancelled, UserServiceError.loggedOut, UserServiceError.forbidden(nil),
        UserServiceError.notFound(.storage(reason: "It is gone.", underlying: Odd())),
        UserServiceError.invalid([]),
        UploadServiceError.cancelled, UploadServiceError.loggedOut,
        UploadServiceError.forbidden(.storage(reason: "No.", underlying: Odd())),
        UploadServiceError.notFound(.storage(reason: "It is gone.", underlying: Odd())),
        UploadServiceError.unsuitableFile(reason: "It is empty."),
        UploadServiceError.damagedUpload(reason: "Other bytes."),
        BookServiceError.notFound(.storage(reason: "It is gone.", underlying: Odd())),
        BookServiceError.brokenList(.foreignLink(origin: "https://books.invalid")),
        BookServiceError.brokenList(.unreadableLink), BookServiceError.brokenList(.loop),
        BookServiceError.brokenList(.noNewBooks(pages: 5)),
    ]

    @Test("the message is that of the failure, for everything that a service has no case for")
    func failures() {
        let failure = ServiceFailure.storage(reason: "The disk is full.", underlying: Odd())
        let errors: [any ServiceError] = [
            AuthServiceError.failed(failure), UserServiceError.failed(failure), UploadServiceError.failed(failure),
            BookServiceError.failed(failure),
        ]
        for error in errors {
            #expect(error.userMessage == "The disk is full.")
            #expect(error.failure?.underlying is Odd)
            #expect(!error.isCancellation)
        }
    }

    @Test("only cancellation has no message")
    func cancellation() {
        #expect(Self.errors.count(where: \.isCancellation) == 3)
    }

    @Test("the documented table has every service's key with its English sentence, and no other")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/localisation.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .filter { $0.hasPrefix("| service.") }
        let expected = Set(
            Self.errors.map { "| \($0.localizableUserMessage.key) | \($0.localizableUserMessage.template) |" })
        #expect(Set(rows) == expected)
        #expect(rows.count == expected.count)
    }
}

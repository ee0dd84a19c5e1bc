import Foundation
import Primitives
import TestSupport
import Testing

@testable import Networking

@Suite("Localized user messages")
struct LocalizableUserMessageTests {
    /// Every cause of this module, and every variant of a cause that has a key of its own.
    private static let explanations: [UserMessage] =
        (UserMessageTests.causes
        + SecurityCheck.allCases.map { .transport(.insecure($0, reason: "A reason.")) }
        + [
            .circuitOpen(retryAfter: .zero), .refresh(HTTPFailure(status: 503)),
            .status(HTTPFailure(status: 429, retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 503, retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 503, message: "Down for maintenance.", retryAfter: .seconds(90))),
            .status(HTTPFailure(status: 404, message: "No such user.")),
            .status(
                HTTPFailure(status: 422, fields: [HTTPFailure.FieldFailure(field: "email", message: "It is taken.")])),
        ]).filter { if case .custom = $0 { false } else { true } }
        .map { NetworkError.fixture($0).localizableUserMessage }

    @Test("a localized message fills in its arguments wherever they are")
    func places() {
        let userMessage = UserMessage("key", "from %1$@ to %2$@", "a", "b")
        #expect(userMessage.english == "from a to b")
        #expect(userMessage.text { $0 == "key" ? "nach %2$@ von %1$@, %2$@" : nil } == "nach b von a, b")
        #expect(userMessage.text { _ in "ohne" } == "ohne")
        #expect(userMessage.text { _ in "" } == "")
    }

    @Test("a message without a translation is English")
    func missing() {
        for userMessage in Self.explanations { #expect(userMessage.text { _ in nil } == userMessage.english) }
        #expect(NetworkError.fixture(.loggedOut).userMessage == "You are logged out. Log in again.")
    }

    @Test("an argument that resembles a placeholder is not replaced, nor is a placeholder without an argument")
    func strange() {
        let userMessage = UserMessage("key", "%1$@ %2$@ %3$@ %0$@ 100% %@", "%2$@", "$1 \\1")
        #expect(userMessage.english == "%2$@ $1 \\1 %3$@ %0$@ 100% %@")
    }

    @Test("each key has one message with a placeholder for each argument")
    func keys() {
        for (key, same) in Dictionary(grouping: Self.explanations, by: \.key) {
            #expect(Set(same.map(\.template)).count == 1, "\(key)")
            for userMessage in same {
                for number in 1...9 {
                    let hasPlace = userMessage.template.contains("%\(number)$@")
                    #expect(hasPlace == (number <= userMessage.arguments.count), "\(key)")
                }
            }
        }
    }

    @Test("the documented table has every key with its English message, and is sorted")
    func documentation() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Docs/howto/other-languages.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .drop { !$0.hasPrefix("| key ") }.prefix { $0.hasPrefix("| ") }.dropFirst(2)
        let own = rows.filter { !$0.hasPrefix("| download.") && !$0.hasPrefix("| service.") }
        let expected = Set(Self.explanations.map { "| \($0.key) | \($0.template) |" })
        #expect(Set(own).symmetricDifference(expected) == [])
        #expect(own.count == expected.count)
        #expect(zip(rows, rows.dropFirst()).filter { $0 > $1 }.map(\.1) == [], "not in order")
    }
}

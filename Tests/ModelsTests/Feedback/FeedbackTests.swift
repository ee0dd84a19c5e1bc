import Foundation
import Models
import Testing

struct FeedbackTests {
    @Test(
        "a message has a visible character, and surrounding white space is removed",
        arguments: [
            ("Hello.", "Hello."), ("  \n Hello.\r\n", "Hello."), ("a\n\tb", "a\n\tb"), (".", "."),
            // The limit is 2000 Unicode scalars.
            (String(repeating: "e\u{301}", count: 1000), String(repeating: "e\u{301}", count: 1000)),
        ])
    func text(candidate: String, expected: String) throws {
        #expect(try FeedbackMessage(candidate).text == expected)
    }

    @Test(
        "an empty, too long or unprintable message is refused by its field",
        arguments: [
            "", " \n\t\u{3000}", String(repeating: "a", count: 2001), String(repeating: "e\u{301}", count: 1001),
            "a\u{0}b", "a\u{1B}[2J", "a\r\nb",
        ])
    func invalidText(candidate: String) {
        let error = #expect(throws: InvalidValue.self) { try FeedbackMessage(candidate) }
        #expect(error?.field == "message")
        #expect(error?.reason.hasSuffix(".") == true)
    }

    @Test("a rating is from 1 to 5", arguments: [Int.min, -1, 0, 6, .max])
    func rating(number: Int) throws {
        let error = #expect(throws: InvalidValue.self) { try FeedbackMessage("a", rating: number) }
        #expect(error == InvalidValue(field: "rating", reason: "A rating is a whole number from 1 to 5."))
        for number in 1...5 { #expect(try FeedbackMessage("a", rating: number).rating == number) }
    }

    @Test("a message is written as the server reads it, without keys for what is missing")
    func encoding() throws {
        let json = JSONCoding(formatting: .sortedKeys)
        #expect(
            String(decoding: try json.encode(FeedbackMessage("Hi.\n\"é\"")), as: UTF8.self)
                == #"{"message":"Hi.\n\"é\""}"#)
        let whole = try FeedbackMessage("Hi.", contact: EmailAddress("ada@example.com"), rating: 5)
        #expect(
            String(decoding: try json.encode(whole), as: UTF8.self)
                == #"{"contact":"ada@example.com","message":"Hi.","rating":5}"#)
    }

    @Test("a receipt is read as the server writes it")
    func decoding() throws {
        let body = #"{"id": "f-1", "created_at": "2026-01-03T09:00:00.000Z", "author_id": "u-grace", "new": 1}"#
        let receipt = try JSONCoding().decode(FeedbackReceipt.self, from: Data(body.utf8))
        #expect(
            try receipt
                == FeedbackReceipt(
                    id: "f-1", createdAt: Date(timeIntervalSince1970: 1_767_430_800), authorID: UserID("u-grace")))
        for guest in [#", "author_id": null"#, ""] {
            let body = #"{"id": "f-1", "created_at": "2026-01-03T09:00:00Z"\#(guest)}"#
            #expect(try JSONCoding().decode(FeedbackReceipt.self, from: Data(body.utf8)).authorID == nil)
        }
        let foreign = #"{"id": "f-1", "created_at": "2026-01-03T09:00:00Z", "author_id": "../u"}"#
        #expect(throws: InvalidValue.self) { try JSONCoding().decode(FeedbackReceipt.self, from: Data(foreign.utf8)) }
    }
}

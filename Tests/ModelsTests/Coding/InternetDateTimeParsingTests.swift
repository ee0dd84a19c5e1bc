import Foundation
import Models
import Testing

@Suite("Reading internet date and time")
struct InternetDateTimeParsingTests {
    @Test("every form that servers send reads as its instant, to the nearest Double", arguments: ValidForm.all)
    func valid(form: ValidForm) throws {
        #expect(try InternetDateTime.parse(form.text) == Date(timeIntervalSince1970: form.seconds))
    }

    @Test("an invalid date and time is rejected with the reason and the byte", arguments: InvalidForm.all)
    func invalid(form: InvalidForm) {
        let error = #expect(throws: InternetDateTimeError.self) { try InternetDateTime.parse(form.text) }
        #expect(error?.reason == form.reason)
        #expect(error?.byteOffset == form.byteOffset)
    }

    @Test("a truncated text is rejected where it ends", arguments: ["2026-01-31T09:30:05.123+02:00"])
    func truncated(text: String) {
        // Cut inside the fraction the offset is missing; cut after `+02` the text is complete.
        for length in 0..<text.utf8.count where length != "2026-01-31T09:30:05.123+02".utf8.count {
            let error = #expect(throws: InternetDateTimeError.self, "cut to \(length) bytes") {
                try InternetDateTime.parse(String(text.prefix(length)))
            }
            #expect(error?.byteOffset == length)
            guard case .unexpectedEnd = error?.reason else {
                Issue.record("cut to \(length) bytes: \(String(describing: error))")
                continue
            }
        }
    }

    @Test("a single foreign byte is rejected at any position", arguments: ["2026-01-31T09:30:05.123+02:00"])
    func foreignByte(text: String) {
        for index in text.utf8.indices {
            for foreign in ["x", "\0", "/", ":x", "٣"] {
                let next = text.utf8.index(after: index)
                let changed = String(text[..<index]) + foreign + String(text[next...])
                #expect(throws: InternetDateTimeError.self, "\(changed)") { try InternetDateTime.parse(changed) }
            }
        }
    }

    @Test("a text of many digits takes linear time and has the right second")
    func longFraction() throws {
        let nines = String(repeating: "9", count: 100_000)
        let zeros = String(repeating: "0", count: 100_000)
        #expect(try InternetDateTime.parse("2026-01-31T09:30:05.\(nines)Z").timeIntervalSince1970 == 1_769_851_806)
        #expect(try InternetDateTime.parse("2026-01-31T09:30:05.\(zeros)9Z").timeIntervalSince1970 == 1_769_851_805)
    }

    @Test("the error contains nothing of a hostile text and is short")
    func redaction() {
        let secret = String(repeating: "hunter2-", count: 1_000)
        for text in [secret, "2026-01-31T09:30:00Z\(secret)", "2026-01-31T09:30:00\(secret)", "2026-01-31\(secret)"] {
            let error = #expect(throws: InternetDateTimeError.self) { try InternetDateTime.parse(text) }
            let description = error.map(String.init(describing:)) ?? ""
            #expect(!description.isEmpty)
            #expect(!description.contains("hunter"))
            #expect(description.utf8.count < 160)
        }
    }

    @Test("every reason has a sentence of its own")
    func descriptions() {
        let errors = Set(
            InvalidForm.all.compactMap { form in
                do throws(InternetDateTimeError) {
                    _ = try InternetDateTime.parse(form.text)
                    return nil as InternetDateTimeError?
                } catch {
                    return error
                }
            })
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}

import Foundation
import Testing

@testable import Backend

struct FieldValueTests {
    @Test(
        "a date and time is read with or without a fraction and with any offset",
        arguments: [
            ("2026-03-01T09:00:00Z", 1_772_355_600_000), ("2026-03-01T10:00:00+01:00", 1_772_355_600_000),
            ("2026-03-01T09:00:00.25Z", 1_772_355_600_250), ("2026-03-01T09:00:00.123456Z", 1_772_355_600_123),
            ("2026-03-01", nil), ("2026-03-01 09:00:00Z", nil), ("2026-03-01T09:61:00Z", nil), ("", nil),
        ] as [(String, Int64?)])
    func dates(text: String, milliseconds: Int64?) throws {
        let read = try? JSONDecoder().decode([Timestamp].self, from: try JSONEncoder().encode([text]))
        #expect(read?.first?.milliseconds == milliseconds)
    }

    @Test("a value that breaks the rule of its type is an error of its field")
    func rules() throws {
        let json = #"{"text":" ","number":1e400,"whole":1.5,"none":null}"#
        var fields = try JSONDecoder().decode(BodyFields.self, from: Data(json.utf8))
        let _: String = fields.required("text")
        let _: Decimal = fields.required("number")
        let _: Int = fields.required("whole")
        let _: Bool? = fields.optional("none")
        let _: Bool? = fields.optional("absent")
        let problem = #expect(throws: Problem.self) { try fields.check() }
        #expect(problem?.errors.map(\.field) == ["text", "number", "whole"])
    }
}

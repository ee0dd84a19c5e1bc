import Foundation
import Testing

@testable import Workbench

@Suite struct OutputComparisonTests {
    private func comparison(_ shown: String, _ actual: String) -> OutputComparison {
        func lines(_ text: String) -> [String] { text.isEmpty ? [] : text.components(separatedBy: "\n") }
        return OutputComparison(shown: lines(shown), actual: lines(actual))
    }

    @Test(
        "what differs in every run is equal",
        arguments: [
            ("done in 134 ms", "done in 9.5 ms"), ("✓ 670 ms", "✓ 1,034 ms"), ("took 1.2 s", "took 0.9 s"),
            ("id f-02a01952-ed39-44aa-9523-e5d4cc072962", "id f-12a01952-ed39-44aa-9523-e5d4cc072962"),
            ("2026-11-22T11:30:24.558Z", "2027-01-02T03:04:05Z"),
            ("Sun, 22 Nov 2026 11:30:31 GMT", "Mon, 23 Nov 2026 01:02:03 GMT"),
            ("at http://127.0.0.1:8080/v2", "at http://127.0.0.1:49152/v2"),
            ("  attempt 1  ██   5.4 ms  503", "  attempt 1  ███  12 ms   503"),
            ("ID     NAME", "ID  NAME"), ("7. Log in", "12. Log in"), ("text", "text  "), ("id f-…", "id f-1"),
            ("a … c … e", "a b c d e"), ("…", "a\nb"), ("…", ""), ("a\n…", "a"), ("a\n  …\nc", "a\nb\nc"),
            ("…\nb\nc\n…", "a\nb\nc\nd"),
        ])
    func equal(shown: String, actual: String) {
        #expect(comparison(shown, actual).matches)
    }

    @Test(
        "any other difference is found",
        arguments: [
            ("2 requests", "3 requests"), ("Try again in 90 s.", "Try again in 60 s."), ("  indented", "indented"),
            ("at http://127.0.0.1:8080/v2", "at http://localhost:8080/v2"), ("a\nb", "a"), ("a", "a\nb"), ("", "a"),
            ("a", ""), ("a…c", "a b"), ("b\na", "a\nb"), ("a\n…\nd", "a\nb\nc"), ("…\nc\nb\n…", "a\nb\nc\nd"),
        ])
    func different(shown: String, actual: String) {
        #expect(!comparison(shown, actual).matches)
    }

    @Test(
        "a difference is the lines that are shown or printed alone, and an update replaces these, but not omitted lines"
    )
    func difference() {
        #expect(comparison("a\nb 1 ms\nc", "a\nb 2 ms\nd").diff == "  - c\n  + d")
        #expect(comparison("a 1 ms\nb", "a 2 ms\nc").updated == ["a 1 ms", "c"])
        #expect(comparison("a\n…", "b").updated == nil)
    }
}

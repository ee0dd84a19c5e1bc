import Foundation
import Networking
import Testing

@testable import CommandLine

@Suite("The trace page")
struct TracePageTests {
    /// A trace with markup in every text that a server or a caller can choose.
    private static let trace = CallTrace.of(
        [
            (1, .attemptStarted(number: 1)), (2, .responded(status: 302)),
            (3, .redirected(status: 302, url: "https://b.example/<script>alert('1')</script>")),
            (4, .headersStripped(names: ["<name>\u{1B}[2J"])),
            (5, .credentialNotRemoved(reason: "<img src=\"x\" onerror=\"y\">")), (6, .finished),
        ], of: "<operation>\"'&", method: "<method>", url: "https://a.example/<path>?a=‹redacted›&b")

    @Test("a followed redirect is not shown as a failed attempt; one that ends the call in an error is")
    func redirect() {
        #expect(!TracePage(traces: [Self.trace]).html.contains("attempt failed"))
        let trace = CallTrace.of(
            [
                (0, .attemptStarted(number: 1)), (0, .responded(status: 302)),
                (0, .failed(.redirect(.tooMany(limit: 1)))),
            ], url: "https://a.example/")
        #expect(TracePage(traces: [trace]).html.contains("bar attempt failed"))
    }

    @Test("the trace page escapes all text from servers and callers")
    func markup() {
        let html = TracePage(traces: [Self.trace]).html
        for text in ["operation", "method", "path", "script", "/script", "name", "img"] {
            #expect(!html.contains("<\(text)>") && !html.contains("<\(text) "), "\(text)")
            #expect(html.contains("&lt;\(text)"), "\(text)")
        }
        #expect(html.contains("&lt;operation&gt;&quot;&#39;&amp;"))
        #expect(html.contains("alert(&#39;1&#39;)"))
        #expect(html.contains("?a=‹redacted›&amp;b"))
        #expect(html.contains("&lt;name&gt;\u{FFFD}[2J") && !html.contains("\u{1B}"))
    }
}

@Suite("The waterfall of a call")
struct WaterfallTests {
    private static func trace(path: String = "/v2/time-entries?page=2&per_page=20") -> CallTrace {
        CallTrace.of(
            [
                (1, .attemptStarted(number: 1)), (6, .attemptFailed(.transport(.connectionLost))),
                (6, .retryScheduled(attempt: 2, delay: .milliseconds(50), .connectionLost)),
                (56, .attemptStarted(number: 2)), (90, .responded(status: 503)),
                (90, .notRetried(.retryAfterTooLong(.seconds(90), limit: .seconds(5)))), (100, .finished),
            ], url: "http://127.0.0.1:8080\(path)")
    }

    private func lines(_ trace: CallTrace = trace(), columns: Int) -> [String] {
        Waterfall(trace).lines(Terminal(environment: ["COLUMNS": "\(columns)"]))
    }

    @Test("no line is longer than the screen", arguments: [50, 60, 80, 120])
    func fits(columns: Int) {
        for trace in [Self.trace(), Self.trace(path: "/" + String(repeating: "long", count: 100))] {
            let lines = lines(trace, columns: columns)
            #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines.joined(separator: "\n"))")
        }
    }

    @Test("at 60 columns the bars are shorter and the reasons wrapped, and no text is lost")
    func narrow() {
        #expect(
            lines(columns: 60).prefix(2) == [
                "GET http://127.0.0.1:8080/v2/time-entries?page=2&per_page=20", "(done in 100 ms)",
            ])
        let words = { (columns: Int) in
            lines(columns: columns).joined(separator: " ").split { " █·".contains($0) }.joined(separator: " ")
        }
        #expect(words(60) == words(200))
        #expect(lines(columns: 80).contains("  +6.0 ms    retrying in 50 ms (attempt 2): connection lost"))
    }
}

extension CallTrace {
    /// The trace of a call with these events, each after a number of milliseconds.
    fileprivate static func of(
        _ events: [(Int, CallEvent.Kind)], of operation: String = "list", method: String = "GET", url: String
    ) -> CallTrace {
        let id = UUID()
        let all = ([(0, .started(method: method, url: url))] + events).map { milliseconds, kind in
            CallEvent(callID: id, operation: operation, monotonicTime: .milliseconds(milliseconds), kind: kind)
        }
        var trace = CallTrace(all[0])
        for event in all.dropFirst() { trace.note(event) }
        return trace
    }
}

import Foundation
import Networking
import Testing

@testable import Demo

@Suite("The trace page")
struct TracePageTests {
    /// A trace with markup in every text that a server or a caller can choose.
    private static var trace: CallTrace {
        let id = UUID()
        func event(_ milliseconds: Int, _ kind: CallEvent.Kind) -> CallEvent {
            CallEvent(callID: id, operation: "<operation>\"'&", monotonicTime: .milliseconds(milliseconds), kind: kind)
        }
        var trace = CallTrace(event(0, .started(method: "<method>", url: "https://a.example/<path>?a=‹redacted›&b")))
        trace.note(event(1, .attemptStarted(number: 1)))
        trace.note(event(2, .responded(status: 302)))
        trace.note(event(3, .redirected(status: 302, url: "https://b.example/<script>alert('1')</script>")))
        trace.note(event(4, .headersStripped(names: ["<name>\u{1B}[2J"])))
        trace.note(event(5, .credentialNotRemoved(reason: "<img src=\"x\" onerror=\"y\">")))
        trace.note(event(6, .finished))
        return trace
    }

    @Test("a followed redirect is not shown as a failed attempt; one that ends the call in an error is")
    func redirect() {
        #expect(!TracePage(traces: [Self.trace]).html.contains("attempt failed"))
        let id = UUID()
        let events: [CallEvent.Kind] = [
            .attemptStarted(number: 1), .responded(status: 302), .failed(.redirect(.tooMany(limit: 1))),
        ]
        func event(_ kind: CallEvent.Kind) -> CallEvent {
            CallEvent(callID: id, operation: "o", monotonicTime: .zero, kind: kind)
        }
        var trace = CallTrace(event(.started(method: "GET", url: "https://a.example/")))
        for kind in events { trace.note(event(kind)) }
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
        func event(_ milliseconds: Int, _ kind: CallEvent.Kind) -> CallEvent {
            CallEvent(callID: id, operation: "list", monotonicTime: .milliseconds(milliseconds), kind: kind)
        }
        let id = UUID()
        var trace = CallTrace(event(0, .started(method: "GET", url: "http://127.0.0.1:8080\(path)")))
        trace.note(event(1, .attemptStarted(number: 1)))
        trace.note(event(6, .attemptFailed(.transport(.connectionLost))))
        trace.note(event(6, .retryScheduled(attempt: 2, delay: .milliseconds(50), .connectionLost)))
        trace.note(event(56, .attemptStarted(number: 2)))
        trace.note(event(90, .responded(status: 503)))
        trace.note(event(90, .notRetried(.retryAfterTooLong(.seconds(90), limit: .seconds(5)))))
        trace.note(event(100, .finished))
        return trace
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

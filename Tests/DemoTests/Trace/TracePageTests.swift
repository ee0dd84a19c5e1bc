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

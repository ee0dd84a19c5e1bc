import Foundation
import Networking
import Testing

@testable import Demo

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

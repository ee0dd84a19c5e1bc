import Composition
import Foundation
import Networking
import Primitives

/// Traces as one self-contained HTML page, without scripts, fonts and external addresses.
struct TracePage {
    let traces: [CallTrace]

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(AppName.command): \(traces.count) \(traces.count == 1 ? "call" : "calls")</title>
        <style>
        :root { color-scheme: light dark; --line: #8884; --attempt: #3b82c4; --failed: #c4553b; --pause: #9993; --refresh: #8a63c4; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
        h1 { font-size: 1.3rem; } h2 { font-size: 1rem; overflow-wrap: anywhere; margin: 2rem 0 .25rem; }
        p.facts { margin: 0 0 .75rem; opacity: .75; }
        .span { display: grid; grid-template-columns: 6rem 1fr 9rem; gap: .75rem; align-items: center; border-top: 1px solid var(--line); padding: .2rem 0; }
        .track { position: relative; height: 1.1rem; }
        .bar { position: absolute; top: 0; bottom: 0; min-width: 2px; border-radius: 3px; background: var(--attempt); }
        .bar.failed { background: var(--failed); } .bar.pause { background: var(--pause); } .bar.refresh { background: var(--refresh); }
        .result { font-variant-numeric: tabular-nums; opacity: .85; }
        table { border-collapse: collapse; width: 100%; margin-top: .75rem; font-size: .9rem; }
        td { border-top: 1px solid var(--line); padding: .15rem .5rem .15rem 0; vertical-align: top; overflow-wrap: anywhere; }
        td.time { width: 6rem; font-variant-numeric: tabular-nums; white-space: nowrap; opacity: .75; }
        </style>
        </head>
        <body>
        <h1>\(traces.count) \(traces.count == 1 ? "call" : "calls")</h1>
        \(traces.map(section).joined(separator: "\n"))
        </body>
        </html>

        """
    }

    private func section(_ trace: CallTrace) -> String {
        let facts = [
            trace.operation, trace.callID.text, "\(trace.attempts) \(trace.attempts == 1 ? "attempt" : "attempts")",
        ]
        let rows = trace.moments.map { moment in
            "<tr><td class=\"time\">+\(Waterfall.time(moment.monotonicTime - trace.start))</td>"
                + "<td>\(Self.escape("\(moment.kind.message)"))</td></tr>"
        }
        return """
            <section>
            <h2>\(Self.escape(Waterfall(trace).headline))</h2>
            <p class="facts">\(facts.map(Self.escape).joined(separator: " · "))</p>
            \(trace.spans.map { bar($0, in: trace) }.joined(separator: "\n"))
            <table>\(rows.joined(separator: "\n"))</table>
            </section>
            """
    }

    private func bar(_ span: CallTrace.Span, in trace: CallTrace) -> String {
        let total = max(trace.duration, .nanoseconds(1))
        let end = span.end ?? trace.end
        let left = Self.percent((span.start - trace.start) / total)
        let width = Self.percent((end - span.start) / total)
        return """
            <div class="span"><span>\(span.kind.label)</span><span class="track"><span class="bar \(style(of: span, in: trace))" \
            style="left:\(left)%;width:\(width)%"></span></span>\
            <span class="result">\(Waterfall.time(end - span.start)) \(Self.escape(span.result))</span></div>
            """
    }

    private func style(of span: CallTrace.Span, in trace: CallTrace) -> String {
        switch span.kind {
        case .attempt: hasFailed(span, in: trace) ? "attempt failed" : "attempt"
        case .pause, .refresh: span.kind.label
        }
    }

    /// A redirect that was followed, or a 304 whose cached response was used, is a failure only if the call ended with it.
    private func hasFailed(_ span: CallTrace.Span, in trace: CallTrace) -> Bool {
        switch (span.result.first, trace.outcome) {
        case ("2", _), ("3", .finished), ("3", .underWay): false
        case ("3", .failed): trace.spans.last == span
        default: true
        }
    }

    private static func percent(_ share: Double) -> Double {
        (share * 10_000).rounded() / 100
    }

    private static func escape(_ text: String) -> String {
        text.printable.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
    }
}

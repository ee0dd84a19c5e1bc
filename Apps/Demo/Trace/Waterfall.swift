import Networking

/// A trace as lines for a terminal: one bar for each span on the scale of the call, and the decisions below.
struct Waterfall {
    let trace: CallTrace
    private let width = 40

    init(_ trace: CallTrace) {
        self.trace = trace
    }

    func lines(_ terminal: Terminal) -> [String] {
        let rows = trace.spans.map { span in
            [label(span.kind), bar(span), Self.time((span.end ?? trace.end) - span.start), span.result]
        }
        let widths = [0, 2, 3].map { column in rows.map { $0[column].count }.max() ?? 0 }
        let bars = rows.map { row in
            "  \(Self.pad(row[0], widths[0]))  \(row[1])  "
                + (row[3].isEmpty
                    ? terminal.dim(row[2]) : "\(terminal.dim(Self.pad(row[2], widths[1])))  \(row[3])")
        }
        let decisions = trace.moments.filter(Self.isDecision).map { moment in
            terminal.dim(
                "  \(Self.pad("+" + Self.time(moment.monotonicTime - trace.start), 10)) \(moment.kind.message)"
                    .printable)
        }
        return [terminal.bold(headline.printable)] + bars + decisions
    }

    var headline: String {
        let ending =
            switch trace.outcome {
            case .underWay: "under way"
            case .finished: "done"
            case .failed(let cause): "failed (\(cause.name))"
            }
        let call = [trace.method, trace.url].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(call.isEmpty ? trace.operation : call)  \(ending) in \(Self.time(trace.duration))"
    }

    /// The bar of a span, on the scale of the whole call. The shortest span still has one mark.
    private func bar(_ span: CallTrace.Span) -> String {
        let total = max(trace.duration, .nanoseconds(1))
        let end = span.end ?? trace.end
        let from = min(width - 1, Int(Double(width) * ((span.start - trace.start) / total)))
        let to = min(width, max(from + 1, Int((Double(width) * ((end - trace.start) / total)).rounded(.up))))
        let mark = span.kind == .pause ? "·" : "█"
        return String(repeating: " ", count: from) + String(repeating: mark, count: to - from)
            + String(repeating: " ", count: width - to)
    }

    private func label(_ kind: CallTrace.Span.Kind) -> String {
        switch kind {
        case .attempt(let number): "attempt \(number)"
        case .pause: "pause"
        case .refresh: "refresh"
        }
    }

    /// Whether the bars leave this event out.
    static func isDecision(_ moment: CallTrace.Moment) -> Bool {
        switch moment.kind {
        case .started, .attemptStarted, .responded, .attemptFailed, .refreshStarted, .refreshFinished, .finished,
            .failed:
            false
        default: true
        }
    }

    static func time(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        return milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds.rounded())) ms"
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

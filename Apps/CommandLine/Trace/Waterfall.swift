import Networking

/// A trace as lines for a terminal: one bar for each span on the scale of the call, and the decisions below.
struct Waterfall {
    let trace: CallTrace
    private static var widestBar: Int { 40 }

    init(_ trace: CallTrace) {
        self.trace = trace
    }

    /// Lines of at most ``Terminal/messageColumns`` if a bar of ten marks fits.
    func lines(_ terminal: Terminal) -> [String] {
        let rows = trace.spans.map { span in
            [span.kind.label, Self.time((span.end ?? trace.end) - span.start), span.result]
        }
        let widths = [0, 1, 2].map { column in rows.map { $0[column].count }.max() ?? 0 }
        // Two spaces at the start of a line and between its four parts.
        let width = min(Self.widestBar, max(10, terminal.messageColumns - widths.reduce(8, +)))
        let bars = zip(rows, trace.spans).map { row, span in
            "  \(row[0].padded(to: widths[0]))  \(bar(span, width))  "
                + (row[2].isEmpty ? terminal.dim(row[1]) : "\(terminal.dim(row[1].padded(to: widths[1])))  \(row[2])")
        }
        let decisions = trace.moments.filter(Self.isDecision).flatMap { moment in
            moment.kind.message.printable.hanging(
                after: "  \("+\(Self.time(moment.monotonicTime - trace.start))".padded(to: 10)) ",
                in: terminal.messageColumns
            ).map(terminal.dim)
        }
        let title = headline.printable.wrapped(to: terminal.messageColumns)
        return title.map(terminal.bold) + bars + decisions
    }

    var headline: String {
        let time = Self.time(trace.duration)
        let ending =
            switch trace.outcome {
            case .underWay: "in flight for \(time)"
            case .finished: "done in \(time)"
            case .failed(let cause): "failed after \(time): \(cause.name)"
            }
        let call = [trace.method, trace.url].filter { !$0.isEmpty }.joined(separator: " ")
        return "\(call.isEmpty ? trace.operation : call) (\(ending))"
    }

    /// The bar of a span, on the scale of the whole call. The shortest span still has one mark.
    private func bar(_ span: CallTrace.Span, _ width: Int) -> String {
        let total = max(trace.duration, .nanoseconds(1))
        let end = span.end ?? trace.end
        let from = min(width - 1, Int(Double(width) * ((span.start - trace.start) / total)))
        let to = min(width, max(from + 1, Int((Double(width) * ((end - trace.start) / total)).rounded(.up))))
        let mark = span.kind == .pause ? "·" : "█"
        return String(repeating: " ", count: from) + String(repeating: mark, count: to - from)
            + String(repeating: " ", count: width - to)
    }

    /// Whether the event is a decision, which the bars do not show.
    static func isDecision(_ moment: CallTrace.Moment) -> Bool {
        switch moment.kind {
        case .started, .attemptStarted, .responded, .bodyEnded, .attemptFailed, .refreshStarted,
            .refreshFinished, .finished, .failed:
            false
        default: true
        }
    }

    static func time(_ duration: Duration) -> String {
        let milliseconds = duration / .milliseconds(1)
        return milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10) ms" : "\(Int(milliseconds.rounded())) ms"
    }
}

extension CallTrace.Span.Kind {
    var label: String {
        switch self {
        case .attempt(let number): "attempt \(number)"
        case .pause: "pause"
        case .refresh: "refresh"
        }
    }
}

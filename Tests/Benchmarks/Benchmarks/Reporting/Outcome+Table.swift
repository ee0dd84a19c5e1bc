import Foundation

extension Outcome {
    /// A table for a terminal.
    var table: String {
        var lines = ["", title]
        let width = (results.map(\.contender.count).max() ?? 0) + 2
        for result in results {
            let name = "  " + result.contender.padding(toLength: width, withPad: " ", startingAt: 0)
            let time = Self.time(result.seconds.median)
            let spread = "\(Self.time(result.seconds.lowerQuartile)) – \(Self.time(result.seconds.upperQuartile))"
            let ratio = String(format: "%.2f", ratio(of: result))
            let allocations = result.allocations.map { String(format: "  %.1f allocations", $0) } ?? ""
            let processor = String(format: "%.2f", processorRatio(of: result))
            let cost = "\(Self.time(result.processorSeconds.median)) of processor  × \(processor)"
            lines.append("\(name)\(time)  (\(spread))  × \(ratio)  \(cost)\(allocations)")
        }
        return (lines + notes.map { "  \($0)" }).joined(separator: "\n")
    }

    /// A duration in a unit that fits it.
    static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<1e-6: String(format: "%.0f ns", seconds * 1e9)
        case ..<1e-3: String(format: "%.2f µs", seconds * 1e6)
        case ..<1: String(format: "%.2f ms", seconds * 1e3)
        default: String(format: "%.2f s", seconds)
        }
    }
}

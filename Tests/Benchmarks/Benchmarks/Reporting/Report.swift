import Foundation

/// A run of the benchmarks on one machine, written to a folder as `results.json` and `results.svg`.
struct Report: Codable {
    let machine: Machine
    var outcomes: [Outcome] = []

    init(machine: Machine) {
        self.machine = machine
    }

    func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(self).write(to: folder.appending(path: "results.json"))
        try Data(Plot(outcomes: outcomes).svg.utf8).write(to: folder.appending(path: "results.svg"))
    }
}

/// The machine, the time and the load of a run.
struct Machine: Codable {
    let system: String
    let processors: Int
    let date: Date
    /// Runnable processes on average over the last minute; more than `processors` is a busy machine.
    let load: Double

    static var current: Machine {
        let process = ProcessInfo.processInfo
        var loads = [0.0]
        getloadavg(&loads, 1)
        return Machine(
            system: process.operatingSystemVersionString, processors: process.activeProcessorCount, date: Date(),
            load: loads[0])
    }

    var line: String {
        "\(system), \(processors) processors, load average \(String(format: "%.1f", load))"
    }
}

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
            let synchronizations = result.synchronizations.map { String(format: "  %.3f times synchronized", $0) } ?? ""
            let processor = String(format: "%.2f", processorRatio(of: result))
            let cost = "\(Self.time(result.processorSeconds.median)) of processor  × \(processor)"
            lines.append("\(name)\(time)  (\(spread))  × \(ratio)  \(cost)\(allocations)\(synchronizations)")
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

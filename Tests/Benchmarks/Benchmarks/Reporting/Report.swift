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

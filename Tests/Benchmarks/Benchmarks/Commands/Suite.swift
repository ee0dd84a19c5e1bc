import Foundation
import NIOTransport
import Transfers

/// All measures, in the sizes of a full or a quick run.
struct Suite {
    let isQuick: Bool
    /// For files; removed after the run.
    let folder: URL
    let port: Int
    let transport: NIOTransport
    let raw: RawClient
    let waiting: WaitingMeasure

    init(isQuick: Bool, folder: URL, port: Int, transport: NIOTransport, raw: RawClient) {
        self.isQuick = isQuick
        self.folder = folder
        self.port = port
        self.transport = transport
        self.raw = raw
        waiting = WaitingMeasure(calls: isQuick ? 100 : 5_000, port: port, probe: raw)
    }

    /// The measures whose names begin with one of `names`, or all.
    func measures(named names: [String]) async throws -> [Measure] {
        func isWanted(_ group: String) -> Bool {
            names.isEmpty || names.contains { group.hasPrefix($0) || $0.hasPrefix(group) }
        }
        var measures: [Measure] = []
        // First, because memory that the process has used before would count in their peaks.
        if isWanted("upload") {
            measures.append(
                try TransferMeasure.upload(
                    size: size(512, 2) << 20, folder: folder, port: port, transport: transport, raw: raw))
        }
        if isWanted("download") {
            measures.append(
                try TransferMeasure.download(
                    size: size(1024, 2) << 20, folder: folder, port: port, transport: transport, raw: raw))
        }
        if isWanted("chain") { measures += try ChainMeasure.measures(repetitions: size(8_000, 200)) }
        if isWanted("decoding") { measures.append(try DecodingMeasure.measure(users: size(10_000, 100))) }
        if isWanted("container") {
            measures.append(try await ContainerMeasure.measure(repetitions: size(200_000, 1_000)))
        }
        if isWanted("refresh") {
            let calls = size(1_000, 50)
            measures.append(try RefreshMeasure.inMemory(calls: calls))
            measures.append(try RefreshMeasure.overSocket(calls: calls, port: port, transport: transport))
        }
        if isWanted("calls") {
            measures += try CallsMeasure.measures(
                repetitions: size(4_000, 100), port: port, transport: transport, raw: raw)
        }
        if isWanted("store") {
            measures += try await StoreMeasure(rows: size(10_000, 200), folder: folder)
                .measures(repetitions: size(4_000, 100))
        }
        if isWanted("waiting") { measures.append(waiting.measure) }
        if isWanted("startup"), let measure = StartupMeasure.measure() { measures.append(measure) }
        measures.removeAll { measure in !names.isEmpty && !names.contains { measure.name.hasPrefix($0) } }
        guard !measures.isEmpty else {
            throw BenchmarkFailure("No measure is called \(names.joined(separator: ", ")).")
        }
        return measures
    }

    private func size(_ full: Int, _ quick: Int) -> Int { isQuick ? quick : full }
}

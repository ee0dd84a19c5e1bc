import Foundation
import Networking
import Primitives

extension DownloadRun {
    /// Writes the body as it arrives, while checkpoints are saved concurrently.
    mutating func receive(_ body: ServerResponse.Body) async throws(NetworkError) -> DownloadMachine.Step {
        let (checkpoints, queue) = AsyncStream.makeStream(of: Checkpoint.self, bufferingPolicy: .bufferingNewest(1))
        // If the disk is slower than the network, only the newest checkpoint counts.
        async let saving = Self.saveCheckpoints(checkpoints, in: file)
        let ending = await read(body.stream, sendingCheckpointsTo: queue)
        download.context.report(.bodyEnded)
        queue.finish()
        let disk = await saving
        if let moment = meter.progress(every: .zero, at: download.context.time.monotonicTime) {
            download.feed?.send(moment)
        }
        let draw = download.policy.random.nextUnit()
        switch (ending, disk) {
        case (.refused(let failure), _), (_, let failure?): throw download.error(.download(failure))
        case (.complete, nil): return machine.ended(draw: draw)
        case (.lost(let error), nil): return machine.lost(download.error(NetworkError.Cause(error)), draw: draw)
        }
    }

    private enum Ending {
        case complete
        case lost(TransportError)
        case refused(DownloadFailure)
    }

    private struct Checkpoint: Sendable {
        let length: Int64
        let record: DownloadRecord
    }

    private mutating func read(
        _ bytes: ByteStream, sendingCheckpointsTo queue: AsyncStream<Checkpoint>.Continuation
    ) async -> Ending {
        let time = download.context.time
        var pieces = bytes.makeAsyncIterator()
        var checked = (length: written, monotonicTime: time.monotonicTime)
        do throws(TransportError) {
            while let piece = try await pieces.next() {
                // A body in memory never suspends, so it does not notice cancellation.
                guard !Task.isCancelled else { return .lost(.cancelled) }
                if let failure = write(piece) { return .refused(failure) }
                let now = time.monotonicTime
                meter.moved(piece.count, at: now)
                if let moment = meter.progress(every: .milliseconds(50), at: now) { download.feed?.send(moment) }
                guard let record = machine.record,
                    written - checked.length >= download.policy.checkpointBytes
                        || now - checked.monotonicTime >= download.policy.checkpointInterval
                else { continue }
                checked = (written, now)
                queue.yield(Checkpoint(length: written, record: record))
            }
            return .complete
        } catch {
            return .lost(error)
        }
    }

    private mutating func write(_ piece: Data) -> DownloadFailure? {
        do throws(DownloadFailure) {
            if let failure = machine.received(piece.count) { return failure }
            try file.write(piece, at: written)
            written = machine.position
            return nil
        } catch {
            return error
        }
    }

    @concurrent
    private static func saveCheckpoints(
        _ checkpoints: AsyncStream<Checkpoint>, in file: any PartialFile
    ) async -> DownloadFailure? {
        do throws(DownloadFailure) {
            for await checkpoint in checkpoints {
                try saveCheckpoint(checkpoint.length, of: checkpoint.record, in: file)
            }
            return nil
        } catch {
            return error
        }
    }
}

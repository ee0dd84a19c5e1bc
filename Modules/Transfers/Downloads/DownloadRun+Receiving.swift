import Foundation
import Networking
import Primitives

extension DownloadRun {
    /// Writes the body as it comes, while what was written is made durable beside it.
    mutating func receive(_ body: ServerResponse.Body) async throws(NetworkError) -> DownloadMachine.Step {
        let (checkpoints, queue) = AsyncStream.makeStream(of: Checkpoint.self, bufferingPolicy: .bufferingNewest(1))
        // A disk that is slower than the line falls behind by one: only the newest checkpoint counts.
        async let keeping = Self.keep(checkpoints, in: file)
        let ending = await read(body.stream, asking: queue)
        queue.finish()
        let disk = await keeping
        if let moment = meter.progress(every: .zero, at: download.context.time.monotonicTime) {
            download.feed?.say(moment)
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
        _ bytes: ByteStream, asking queue: AsyncStream<Checkpoint>.Continuation
    ) async -> Ending {
        let time = download.context.time
        var pieces = bytes.makeAsyncIterator()
        var checked = (length: written, monotonicTime: time.monotonicTime)
        do throws(TransportError) {
            while let piece = try await pieces.next() {
                // A body that is all in memory never waits, and so never notices.
                guard !Task.isCancelled else { return .lost(.cancelled) }
                if let failure = write(piece) { return .refused(failure) }
                let now = time.monotonicTime
                meter.moved(piece.count, at: now)
                if let moment = meter.progress(every: .milliseconds(50), at: now) { download.feed?.say(moment) }
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
    private static func keep(
        _ checkpoints: AsyncStream<Checkpoint>, in file: any PartialFile
    ) async -> DownloadFailure? {
        do throws(DownloadFailure) {
            for await checkpoint in checkpoints { try keep(checkpoint.length, of: checkpoint.record, in: file) }
            return nil
        } catch {
            return error
        }
    }
}

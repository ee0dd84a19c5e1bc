import Foundation
import HTTPTypes
import Networking
import Primitives

/// Executes the steps of the ``DownloadMachine`` and reports their outcomes to it.
struct DownloadRun {
    let download: Download
    let file: any PartialFile
    var machine: DownloadMachine
    var meter: TransferMeter
    /// How many bytes the file has without a gap. It is less than the machine's position only if the disk has refused a
    /// piece.
    var written: Int64
    private var step: DownloadMachine.Step
    private var body = ServerResponse.Body.data(Data())

    init(_ download: Download, on file: any PartialFile) throws(DownloadFailure) {
        let (record, length) = try file.found()
        let owner = download.context.credentialProvider?.partition ?? download.policy.partition
        let target = TransferTarget(
            download.call.request, of: owner, digest: download.expected?.digest)
        machine = DownloadMachine(target: target, policy: download.policy)
        step = machine.start(found: download.context.isOfUnknownUser(owner) ? nil : record, length: length)
        written = machine.position
        meter = TransferMeter(position: machine.position, total: machine.total, at: download.context.time.monotonicTime)
        self.download = download
        self.file = file
    }

    /// Runs until the file is in its place.
    mutating func finish() async throws(NetworkError) -> DownloadedFile {
        do throws(NetworkError) {
            while true {
                for effect in step.effects { try await perform(effect) }
                switch step.next {
                case .send(let offset, let validator): step = await send(from: offset, ifStill: validator)
                case .receive:
                    let received = body
                    body = .data(Data())
                    step = try await receive(received)
                case .publish(let length): return try publish(length)
                case .fail(let cause): throw download.error(cause)
                }
            }
        } catch {
            cleanUp(after: error.cause)
            guard case .diskFull = error.cause.downloadFailure else { throw error }
            throw download.error(.download(.diskFull(stored: stored)))
        }
    }

    private mutating func perform(_ effect: DownloadMachine.Effect) async throws(NetworkError) {
        switch effect {
        case .report(let decision):
            download.context.report(.download(decision))
        case .discard:
            // Bytes of an earlier run were never counted.
            if written > 0 { meter.restarted() }
            // Reset this first, so that a disk failure can't assign these bytes to the new version's record.
            written = 0
            try download.onDisk { () throws(DownloadFailure) in
                try file.save(machine.firstRecord)
                try file.cut(to: 0)
            }
        case .cut(let length):
            try download.onDisk { () throws(DownloadFailure) in try file.cut(to: length) }
        case .wait(let duration):
            do {
                try await download.context.time.sleep(for: duration)
            } catch {
                throw download.error(.cancelled)
            }
        }
    }

    private mutating func send(
        from offset: Int64, ifStill validator: StrongEntityTag?
    ) async -> DownloadMachine.Step {
        do throws(NetworkError) {
            let response = try await download.client.pipeline.send(download.call(from: offset, ifStill: validator))
            guard response.head.status.kind == .successful || response.head.status == .rangeNotSatisfiable else {
                throw await download.failure(response)
            }
            let step = machine.responded(response.head, from: response.target)
            // An unread body would block its connection for the next request.
            if case .receive = step.next { body = response.body }
            meter.total = machine.total
            meter.isEncoded = machine.isEncoded
            return step
        } catch {
            let draw = download.policy.random.nextUnit()
            return machine.lost(error, draw: draw)
        }
    }

    private func publish(_ length: Int64) throws(NetworkError) -> DownloadedFile {
        try download.onDisk { () throws(DownloadFailure) in
            if let expected = download.expected {
                let actual = try file.digest(by: expected.hashing)
                // A cancelled digest covers only a part of the file.
                if !Task.isCancelled, actual != expected.digest {
                    throw .digestMismatch(expected: expected.digest, actual: actual)
                }
            }
        }
        guard !Task.isCancelled else { throw download.error(.cancelled) }
        try download.onDisk { () throws(DownloadFailure) in
            try file.synchronize()
            try file.publish()
        }
        download.feed?.send(meter.progress(finishedAt: length))
        return DownloadedFile(url: download.destination, length: length, digest: download.expected?.digest)
    }

    /// Saves the record if a later call can continue, and deletes the file otherwise. The caller gets the original
    /// error: another disk failure here loses bytes and nothing else.
    private func cleanUp(after cause: NetworkError.Cause) {
        switch cause.downloadFailure {
        case .digestMismatch, .partialFileConflict: try? file.remove()
        default:
            if let record = machine.record, written > 0 { store(record) } else { try? file.remove() }
        }
    }

    private func store(_ record: DownloadRecord) {
        let stored = self.stored
        // A full disk may have no space for the record either, so the last bytes are removed to make space: one block,
        // whose size depends on the file system.
        for room in [0, 4_096, 65_536, 1_048_576] as [Int64] where written - room > stored {
            do throws(DownloadFailure) {
                if room > 0 { try file.cut(to: written - room) }
                return try Self.saveCheckpoint(written - room, of: record, in: file)
            } catch {
                guard case .diskFull = error else { return }
            }
        }
    }

    /// How many bytes the next call can continue with.
    private var stored: Int64 { (try? file.found())?.record?.durable ?? 0 }

    /// Makes the first `length` bytes durable, then records them.
    static func saveCheckpoint(
        _ length: Int64, of record: DownloadRecord, in file: any PartialFile
    ) throws(DownloadFailure) {
        try file.synchronize()
        var record = record
        record.durable = length
        try file.save(record)
    }
}

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
                // While more of the body has already arrived, reading it does not suspend, and so does not notice
                // cancellation.
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

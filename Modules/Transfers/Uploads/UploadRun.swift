import Files
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization

/// Executes the steps of the ``UploadMachine`` and reports their outcomes to it.
struct UploadRun {
    private let upload: Upload
    private let file: UploadRecordFile
    private let progress: UploadProgress
    private var machine: UploadMachine
    private var step: UploadMachine.Step

    init(_ upload: Upload) throws(UploadFailure) {
        let call = upload.call
        let digest = ContentDigest(algorithm: "sha-256", hexadecimal: upload.source.sha256)
        let owner = call.context.credentialProvider?.partition ?? upload.policy.partition
        let record = UploadRecord(
            upload.source, to: TransferTarget(call.request, of: owner, digest: digest), key: upload.key)
        file = try UploadRecordFile(upload.record)
        machine = UploadMachine(record, at: upload.target, policy: upload.policy)
        step = machine.start(found: call.context.isOfUnknownUser(owner) ? nil : file.found())
        progress = UploadProgress(of: upload, from: machine.record.offset)
        self.upload = upload
    }

    /// Runs until the server has confirmed the whole file.
    mutating func finish() async throws(NetworkError) -> UploadedFile {
        while true {
            for effect in step.effects { try await perform(effect) }
            switch step.next {
            case .send(let request): step = await send(request)
            case .finish(let result):
                progress.finish()
                return result
            case .fail(let cause): throw upload.error(cause)
            }
        }
    }

    private func perform(_ effect: UploadMachine.Effect) async throws(NetworkError) {
        switch effect {
        case .report(let decision): upload.call.context.report(.upload(decision))
        case .save:
            do throws(UploadFailure) {
                try file.save(machine.record)
            } catch {
                throw upload.error(.upload(error))
            }
        case .wait(let duration):
            do {
                try await upload.call.context.time.sleep(for: duration)
            } catch {
                throw upload.error(.cancelled)
            }
        }
    }

    private mutating func send(_ request: UploadMachine.Request) async -> UploadMachine.Step {
        do throws(NetworkError) {
            // The disk may have lost the copy since the last request.
            if let failure = upload.copyFailure { throw upload.error(.upload(failure)) }
            let call = upload.call(for: request, progress)
            let response = try await upload.client.pipeline.send(call)
            let failure = await upload.client.failure(of: response, for: call)
            var body = Data()
            if case .data(let data) = response.body { body = data }
            let source = response.target ?? RequestTarget(call.request) ?? upload.target
            return machine.responded(
                UploadMachine.Response(response.head, body: body, from: source, failure: failure),
                draw: upload.policy.random.nextUnit())
        } catch {
            return machine.lost(error.cause, draw: upload.policy.random.nextUnit())
        }
    }
}

/// Reports how many bytes the transport has accepted.
final class UploadProgress: Sendable {
    private let feed: ProgressFeed?
    private let time: any TimeSource
    private let length: Int64
    private let meter: Mutex<TransferMeter>

    init(of upload: Upload, from offset: Int64) {
        feed = upload.feed
        time = upload.call.context.time
        length = upload.source.length
        meter = Mutex(TransferMeter(position: offset, total: length, at: time.monotonicTime))
    }

    func resumed(at offset: Int64) {
        meter.withLock { $0.resumed(at: offset) }
    }

    func accepted(_ count: Int) {
        let moment = meter.withLock { meter in
            meter.moved(count, at: time.monotonicTime)
            return meter.progress(every: .milliseconds(50), at: time.monotonicTime)
        }
        if let moment { feed?.send(moment) }
    }

    func finish() {
        feed?.send(meter.withLock { $0.progress(finishedAt: length) })
    }
}

public import Foundation
public import Transfers

/// A mock of `BackgroundTransfers`: returns the responses that a test sets up and records each call. A call without a
/// response throws `TransferQueueError.store(reason:)` with the text of an ``UnexpectedCall``.
public final class MockBackgroundTransfers: BackgroundTransfers {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case add(URL, to: URL, of: String?)
        case transfers
        case damaged
        case pause(QueuedTransfer.ID)
        case resume(QueuedTransfer.ID)
        case remove(QueuedTransfer.ID)
        case run
    }

    private let addResponse: MockResponse<(URL, URL, String?), QueuedTransfer, TransferQueueError>?
    private let transfersResponse: MockResponse<Void, [QueuedTransfer], TransferQueueError>?
    private let damagedResponse: MockResponse<Void, [QueuedTransfer.ID], TransferQueueError>?
    private let pauseResponse: MockResponse<QueuedTransfer.ID, QueuedTransfer, TransferQueueError>?
    private let resumeResponse: MockResponse<QueuedTransfer.ID, QueuedTransfer, TransferQueueError>?
    private let removeResponse: MockResponse<QueuedTransfer.ID, Void, TransferQueueError>?
    private let runResponse: MockResponse<TransferFeed?, [TransferOutcome], TransferQueueError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any BackgroundTransfers)? = nil,
        add: MockResponse<(URL, URL, String?), QueuedTransfer, TransferQueueError>? = nil,
        transfers: MockResponse<Void, [QueuedTransfer], TransferQueueError>? = nil,
        damaged: MockResponse<Void, [QueuedTransfer.ID], TransferQueueError>? = nil,
        pause: MockResponse<QueuedTransfer.ID, QueuedTransfer, TransferQueueError>? = nil,
        resume: MockResponse<QueuedTransfer.ID, QueuedTransfer, TransferQueueError>? = nil,
        remove: MockResponse<QueuedTransfer.ID, Void, TransferQueueError>? = nil,
        run: MockResponse<TransferFeed?, [TransferOutcome], TransferQueueError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        addResponse =
            add
            ?? base.map { base in
                .closure { call throws(TransferQueueError) in try await base.add(call.0, to: call.1, of: call.2) }
            }
        transfersResponse =
            transfers ?? base.map { base in .closure { _ throws(TransferQueueError) in try await base.transfers() } }
        damagedResponse =
            damaged ?? base.map { base in .closure { _ throws(TransferQueueError) in try await base.damaged() } }
        pauseResponse =
            pause ?? base.map { base in .closure { id throws(TransferQueueError) in try await base.pause(id) } }
        resumeResponse =
            resume ?? base.map { base in .closure { id throws(TransferQueueError) in try await base.resume(id) } }
        removeResponse =
            remove ?? base.map { base in .closure { id throws(TransferQueueError) in try await base.remove(id) } }
        runResponse =
            run
            ?? base.map { base in .closure { feed throws(TransferQueueError) in try await base.run(progress: feed) } }
        recorder = MockRecorder("BackgroundTransfers", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func add(_ source: URL, to file: URL, of account: String?) async throws(TransferQueueError) -> QueuedTransfer
    {
        try await recorder.respond(to: .add(source, to: file, of: account), (source, file, account), with: addResponse)
    }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try await recorder.respond(to: .transfers, (), with: transfersResponse)
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await recorder.respond(to: .damaged, (), with: damagedResponse)
    }

    public func pause(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await recorder.respond(to: .pause(id), id, with: pauseResponse)
    }

    public func resume(_ id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer {
        try await recorder.respond(to: .resume(id), id, with: resumeResponse)
    }

    public func remove(_ id: QueuedTransfer.ID) async throws(TransferQueueError) {
        try await recorder.respond(to: .remove(id), id, with: removeResponse)
    }

    public func run(progress: TransferFeed?) async throws(TransferQueueError) -> [TransferOutcome] {
        try await recorder.respond(to: .run, progress, with: runResponse)
    }
}

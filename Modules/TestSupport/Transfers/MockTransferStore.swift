public import Foundation
public import Transfers

/// A mock of `TransferStore`: returns the responses that a test sets up and records each call. A call without a
/// response throws `TransferQueueError.store(reason:)` with the text of an ``UnexpectedCall``.
public final class MockTransferStore: TransferStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case transfers
        case damaged
        case transfer(id: QueuedTransfer.ID)
        case add(URL, to: URL, of: String?)
        case apply(QueuedTransfer.Event, to: QueuedTransfer.ID)
        case remove(id: QueuedTransfer.ID)
        case removeAll(of: String)
    }

    private let transfersResponse: MockResponse<Void, [QueuedTransfer], TransferQueueError>?
    private let damagedResponse: MockResponse<Void, [QueuedTransfer.ID], TransferQueueError>?
    private let transferResponse: MockResponse<QueuedTransfer.ID, QueuedTransfer?, TransferQueueError>?
    private let addResponse: MockResponse<(URL, URL, String?), QueuedTransfer, TransferQueueError>?
    private let applyResponse:
        MockResponse<(QueuedTransfer.Event, QueuedTransfer.ID), QueuedTransfer?, TransferQueueError>?
    private let removeResponse: MockResponse<QueuedTransfer.ID, QueuedTransfer?, TransferQueueError>?
    private let removeAllResponse: MockResponse<String, [QueuedTransfer], TransferQueueError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any TransferStore)? = nil,
        transfers: MockResponse<Void, [QueuedTransfer], TransferQueueError>? = nil,
        damaged: MockResponse<Void, [QueuedTransfer.ID], TransferQueueError>? = nil,
        transfer: MockResponse<QueuedTransfer.ID, QueuedTransfer?, TransferQueueError>? = nil,
        add: MockResponse<(URL, URL, String?), QueuedTransfer, TransferQueueError>? = nil,
        apply: MockResponse<(QueuedTransfer.Event, QueuedTransfer.ID), QueuedTransfer?, TransferQueueError>? = nil,
        remove: MockResponse<QueuedTransfer.ID, QueuedTransfer?, TransferQueueError>? = nil,
        removeAll: MockResponse<String, [QueuedTransfer], TransferQueueError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        transfersResponse =
            transfers ?? base.map { base in .closure { _ throws(TransferQueueError) in try await base.transfers() } }
        damagedResponse =
            damaged ?? base.map { base in .closure { _ throws(TransferQueueError) in try await base.damaged() } }
        transferResponse =
            transfer
            ?? base.map { base in .closure { id throws(TransferQueueError) in try await base.transfer(id: id) } }
        addResponse =
            add
            ?? base.map { base in
                .closure { call throws(TransferQueueError) in try await base.add(call.0, to: call.1, of: call.2) }
            }
        applyResponse =
            apply
            ?? base.map { base in
                .closure { call throws(TransferQueueError) in try await base.apply(call.0, to: call.1) }
            }
        removeResponse =
            remove ?? base.map { base in .closure { id throws(TransferQueueError) in try await base.remove(id: id) } }
        removeAllResponse =
            removeAll
            ?? base.map { base in
                .closure { account throws(TransferQueueError) in try await base.removeAll(of: account) }
            }
        recorder = MockRecorder("TransferStore", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func transfers() async throws(TransferQueueError) -> [QueuedTransfer] {
        try await recorder.respond(to: .transfers, (), with: transfersResponse)
    }

    public func damaged() async throws(TransferQueueError) -> [QueuedTransfer.ID] {
        try await recorder.respond(to: .damaged, (), with: damagedResponse)
    }

    public func transfer(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await recorder.respond(to: .transfer(id: id), id, with: transferResponse)
    }

    public func add(_ source: URL, to file: URL, of account: String?) async throws(TransferQueueError) -> QueuedTransfer
    {
        try await recorder.respond(to: .add(source, to: file, of: account), (source, file, account), with: addResponse)
    }

    public func apply(_ event: QueuedTransfer.Event, to id: QueuedTransfer.ID) async throws(TransferQueueError)
        -> QueuedTransfer?
    {
        try await recorder.respond(to: .apply(event, to: id), (event, id), with: applyResponse)
    }

    public func remove(id: QueuedTransfer.ID) async throws(TransferQueueError) -> QueuedTransfer? {
        try await recorder.respond(to: .remove(id: id), id, with: removeResponse)
    }

    public func removeAll(of account: String) async throws(TransferQueueError) -> [QueuedTransfer] {
        try await recorder.respond(to: .removeAll(of: account), account, with: removeAllResponse)
    }
}

/// The result of a run for one transfer.
public struct TransferOutcome: Sendable, Equatable {
    /// The transfer with its state after the run.
    public let transfer: QueuedTransfer
    /// Why a transfer that is still queued could not finish now, as a sentence for users; `nil` for all others.
    public let delay: String?

    public init(_ transfer: QueuedTransfer, delay: String? = nil) {
        self.transfer = transfer
        self.delay = delay
    }
}

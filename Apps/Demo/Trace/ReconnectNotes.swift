import Networking

/// Notes every reconnect of an event stream, because nothing else appears while it waits.
struct ReconnectNotes: EventMonitor {
    let terminal: Terminal

    func receive(_ event: CallEvent) {
        guard case .custom(let custom) = event.kind, let decision = custom.base as? EventStreamDecision else { return }
        switch decision {
        case .reconnecting(let delay, let cause):
            let reason = cause?.name ?? "response ended"
            terminal.message("Stream interrupted (\(reason)). Reconnecting in \(delay.short).")
        }
    }
}

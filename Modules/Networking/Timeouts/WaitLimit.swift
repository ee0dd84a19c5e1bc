/// Until when a wait on a call's behalf may last, and what it means that it lasted longer.
struct WaitLimit: Sendable, Equatable {
    /// On the call's time source (its uptime).
    let moment: Duration
    let timeout: NetworkError.Timeout

    /// The end of the whole call.
    init(total deadline: Deadline) {
        moment = deadline.moment
        timeout = .total(deadline.total)
    }

    /// The end of one attempt.
    init(attempt end: Deadline) {
        moment = end.moment
        timeout = .attempt(end.total)
    }
}

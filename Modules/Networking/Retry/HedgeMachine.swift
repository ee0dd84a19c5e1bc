/// The rules of a race between an attempt and its hedge, without any I/O.
struct HedgeMachine {
    private var running = 1
    private var hedged = false

    /// How many attempts have begun.
    var launched: Int { hedged ? 2 : 1 }

    enum Step: Equatable {
        case wait
        /// Start the second attempt if it may be had; then call ``hedgeStarted()``.
        case hedge
        /// The attempt that has just ended is the race's outcome: cancel whatever still runs.
        case finish
    }

    /// The hedge's delay is over. Nobody asks again, so there is one hedge at most.
    func timerEnded() -> Step {
        running == 1 && !hedged ? .hedge : .wait
    }

    mutating func hedgeStarted() {
        hedged = true
        running += 1
    }

    /// - Parameter isFinal: whether another attempt could not end better: a good answer, a refusal, a cancellation.
    mutating func attemptEnded(isFinal: Bool) -> Step {
        running -= 1
        return isFinal || running == 0 ? .finish : .wait
    }
}

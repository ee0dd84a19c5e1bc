/// The rules of a race between an attempt and its hedge, without I/O.
struct HedgeMachine {
    private var running = 1
    private var hedged = false

    /// How many attempts have started.
    var launched: Int { hedged ? 2 : 1 }

    enum Step: Equatable {
        case wait
        /// Start the second attempt if it is admitted; then call ``hedgeStarted()``.
        case hedge
        /// The attempt that has just ended decides the race: cancel the others.
        case finish
    }

    /// Returns the step after the hedge's delay. Its timer fires once, so there is at most one hedge.
    func timerEnded() -> Step {
        running == 1 && !hedged ? .hedge : .wait
    }

    mutating func hedgeStarted() {
        hedged = true
        running += 1
    }

    /// - Parameter isFinal: whether no other attempt could end better, as after a success, a refusal or a cancellation.
    mutating func attemptEnded(isFinal: Bool) -> Step {
        running -= 1
        return isFinal || running == 0 ? .finish : .wait
    }
}

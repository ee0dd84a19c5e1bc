import NIOCore

/// Measures for how long a connection has made no progress while it waits for the server.
///
/// Progress is bytes read, a write passed to the socket, or new room in its buffer. A connection does not wait before
/// its first request, nor while its reader requests no more of a response: the reader may be as slow as it likes. An
/// idle connection in the pool counts as waiting, and closing it then does no harm.
struct StallClock {
    let limit: TimeAmount
    private var lastProgress: NIODeadline
    /// `nil` while the connection waits for bytes.
    private var pausedSince: NIODeadline?
    private var hasSent = false
    /// The last progress before the bytes that are being read.
    private var before: NIODeadline?

    init(limit: TimeAmount, now: NIODeadline) {
        self.limit = limit
        lastProgress = now
    }

    mutating func received(at now: NIODeadline) {
        before = before ?? lastProgress
        lastProgress = now
        pausedSince = pausedSince ?? now
    }

    /// Discounts the bytes received since the last end of a read: they were no progress.
    mutating func discountRead() {
        if let before { lastProgress = before }
    }

    mutating func readEnded() {
        before = nil
    }

    mutating func requestedRead(at now: NIODeadline) {
        guard let since = pausedSince else { return }
        // The slow reader caused the pause, not the server.
        lastProgress = lastProgress + (now - since)
        pausedSince = nil
    }

    mutating func sent(at now: NIODeadline) {
        hasSent = true
        lastProgress = now
    }

    mutating func gainedRoom(at now: NIODeadline) {
        lastProgress = now
    }

    /// The time of the next check, or `nil` if the limit has passed.
    func nextCheck(at now: NIODeadline) -> NIODeadline? {
        guard hasSent, pausedSince == nil else { return now + limit }
        let due = lastProgress + limit
        return due > now ? due : nil
    }
}

import NIOCore

/// Tells for how long a connection has stood still although bytes were wanted from the peer.
///
/// Movement is bytes read, a write handed to the socket, or room in it again. Nothing is wanted before the first request,
/// nor while nobody asks for more of a response: its reader may take all the time it likes. A connection that waits in the
/// pool between two requests counts as wanting, and closing it then does no harm.
struct StallClock {
    let limit: TimeAmount
    private var lastMovement: NIODeadline
    /// `nil` while bytes are wanted.
    private var pausedSince: NIODeadline?
    private var hasAsked = false
    /// The last movement before the bytes that are being read.
    private var before: NIODeadline?

    init(limit: TimeAmount, now: NIODeadline) {
        self.limit = limit
        lastMovement = now
    }

    mutating func received(at now: NIODeadline) {
        before = before ?? lastMovement
        lastMovement = now
        pausedSince = pausedSince ?? now
    }

    /// What has been received since the last end of a read was no progress.
    mutating func discountRead() {
        if let before { lastMovement = before }
    }

    mutating func readEnded() {
        before = nil
    }

    mutating func wants(at now: NIODeadline) {
        guard let since = pausedSince else { return }
        // The pause was ours.
        lastMovement = lastMovement + (now - since)
        pausedSince = nil
    }

    mutating func sent(at now: NIODeadline) {
        hasAsked = true
        lastMovement = now
    }

    mutating func gainedRoom(at now: NIODeadline) {
        lastMovement = now
    }

    /// When to ask again, or `nil` if the limit has been passed.
    func nextCheck(at now: NIODeadline) -> NIODeadline? {
        guard hasAsked, pausedSince == nil else { return now + limit }
        let due = lastMovement + limit
        return due > now ? due : nil
    }
}

import NIOCore
import Synchronization

/// Spreads exchanges over event loops: each begins on the loop with the fewest under way, the first of several.
///
/// A loop that carries so many exchanges has carried as many before and kept their connections, so that an exchange
/// stays on one thread from its beginning to its end. Were the loops taken in turn, one call at a time would find its
/// connection on another loop every other time, and change threads twice more.
final class LoopLoads: Sendable {
    private let loops: [any EventLoop]
    private let loads: Mutex<[Int]>

    /// What an exchange holds while it is under way.
    struct Share {
        let loop: any EventLoop
        fileprivate let place: Int
    }

    init(_ group: any EventLoopGroup) {
        loops = Array(group.makeIterator())
        loads = Mutex(Array(repeating: 0, count: loops.count))
    }

    /// An exchange begins.
    func begin() -> Share {
        let place = loads.withLock { loads in
            var place = 0
            for other in loads.indices where loads[other] < loads[place] { place = other }
            loads[place] += 1
            return place
        }
        return Share(loop: loops[place], place: place)
    }

    /// An exchange has ended. Once for each that began.
    func end(_ share: Share) {
        loads.withLock { $0[share.place] -= 1 }
    }
}

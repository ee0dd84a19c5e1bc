import Foundation
import HTTPTypes
import Networking
import Primitives

/// Decides whether a response may be stored, and in which form (RFC 9111 section 3).
struct CacheStorageRules: Sendable {
    /// The largest body that is stored, in bytes, decoded.
    let bodyLimit: Int
    /// Lowercase names of the request fields whose values may be stored to distinguish variants.
    let negotiating: Set<String>

    /// When a response arrived, and how long it took.
    struct Arrival {
        /// On the wall clock.
        let moment: Date
        /// Since the request was sent.
        let delay: Duration
    }

    /// The form of `response` to store, or why it is not stored.
    func evaluate(
        _ response: ServerResponse, to lookup: CacheLookup, arrival: Arrival
    ) -> Result<StoredResponse, CacheEvent.Obstacle> {
        let head = response.head
        let control = CacheControl(head.headerFields)
        guard !control.noStore else { return .failure(.forbidden) }
        let status = head.status.code
        guard Self.statuses.contains(status) else { return .failure(.status(status)) }
        guard response.target == lookup.key.target else { return .failure(.redirected) }
        guard case .data(let body) = response.body, body.count <= bodyLimit else { return .failure(.tooLarge) }
        // Most responses have none of these fields, so this check ends early for them.
        guard head.headerFields.contains(where: { Self.allowingReuse.contains($0.name) }) else {
            return .failure(.notReusable)
        }
        let choice = ResponseVariant.chosen(
            by: head.headerFields[values: .vary], among: lookup.fields, negotiating: negotiating)
        guard case .variant(let variant) = choice else { return .failure(.varies) }
        let stored = StoredResponse(
            head: head.stored(receivedAt: arrival.moment), body: body, variant: variant, receivedAt: arrival.moment,
            initialAge: head.initialAge(arrival))
        let isValidatable = stored.hasValidator && head.status.kind == .successful
        let isFreshForATime = stored.lifetime > stored.initialAge && !control.noCache
        guard isValidatable || isFreshForATime else { return .failure(.notReusable) }
        return .success(stored)
    }

    /// Without one of these fields a response is neither fresh nor can it be revalidated.
    private static let allowingReuse: [HTTPField.Name] = [.cacheControl, .expires, .eTag, .lastModified]

    /// The statuses that may be stored without explicit permission (RFC 9110 section 15.1), except 206. Other statuses
    /// would need permission and are never stored: repeating a refused or failed request is better.
    private static let statuses: [Int] = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
}

/// The wall clock as it was at the start, advanced by the monotonic clock: setting the system time does not change the
/// age of a stored response.
///
/// Between two runs of a program only the system's wall clock exists. If it was wrong in the first run, the server's
/// Date field corrects the age of a response, or the response is requested again because it seems too old or from the
/// future. If it is slow in the second run, a response can seem too young.
struct MonotonicDate: Sendable {
    private let time: any TimeSource
    private let start: Date

    init(_ time: any TimeSource) {
        self.time = time
        start = time.now.addingTimeInterval(-(time.monotonicTime / .seconds(1)))
    }

    /// The monotonic clock of the time source.
    var monotonicTime: Duration { time.monotonicTime }

    var now: Date { date(at: monotonicTime) }

    /// The arrival of a response that is received now, to a request that was sent at the ``monotonicTime`` `start`.
    func arrival(after start: Duration) -> CacheStorageRules.Arrival {
        let end = time.monotonicTime
        return CacheStorageRules.Arrival(moment: date(at: end), delay: end - start)
    }

    private func date(at moment: Duration) -> Date { start.addingTimeInterval(moment / .seconds(1)) }
}

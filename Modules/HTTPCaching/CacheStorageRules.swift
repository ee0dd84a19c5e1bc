import Foundation
import HTTPTypes
import Networking

/// What of a server's answer may be kept, and in which form (RFC 9111 section 3).
struct CacheStorageRules: Sendable {
    /// In bytes, decoded.
    let bodyLimit: Int
    /// Lower-case names of the request fields whose values may be kept to tell variants apart.
    let negotiating: Set<String>

    /// When a response came and how long the caller had waited for it.
    struct Arrival {
        /// By the calendar.
        let moment: Date
        /// From the request on.
        let delay: Duration
    }

    /// `response`, ready to be kept, or why it is not.
    func judge(
        _ response: ServerResponse, to lookup: CacheLookup, arrival: Arrival
    ) -> Result<StoredResponse, CacheEvent.Obstacle> {
        let head = response.head
        let control = CacheControl(head.headerFields)
        guard !control.noStore else { return .failure(.forbidden) }
        let status = head.status.code
        guard Self.statuses.contains(status) else { return .failure(.status(status)) }
        guard response.target == lookup.key.target else { return .failure(.redirected) }
        guard case .data(let body) = response.body, body.count <= bodyLimit else { return .failure(.tooLarge) }
        // Most answers say nothing about reuse, and need no more than one look to find that out.
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

    /// Without one of these an answer is neither fresh for a time nor can it be asked about.
    private static let allowingReuse: [HTTPField.Name] = [.cacheControl, .expires, .eTag, .lastModified]

    /// The statuses that may be kept without the server's saying so (RFC 9110 section 15.1), without 206. Others may be
    /// kept only if it does say so, and are not: a refusal or a failure is better asked for again.
    private static let statuses: [Int] = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
}

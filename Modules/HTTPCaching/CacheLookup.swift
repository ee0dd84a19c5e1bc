import Foundation
import HTTPTypes
import Networking

/// A request that the cache may answer, and the rules for that (RFC 9111, whose sections are cited by number).
///
/// The rules are pure: the stored responses and the time are arguments.
struct CacheLookup {
    let key: ResponseCacheKey
    let fields: HTTPFields
    let control: CacheControl
    private let isHead: Bool
    /// The largest body that the caller accepts, in bytes.
    private let bodyLimit: Int

    /// `nil` for a call that bypasses the cache: it has a body, streams its response, requests a range, has conditions
    /// of its own (whose result belongs to the caller), has `no-store`, or has a credential that the partition does
    /// not represent.
    init?(_ call: Call, in partition: CredentialPartition) {
        guard call.request.method == .get || call.request.method == .head, case .empty = call.body,
            case .buffered(let limit) = call.delivery, let target = call.target,
            !call.request.headerFields.contains(where: { Self.passing.contains($0.name) })
        else { return nil }
        let control = CacheControl(call.request.headerFields)
        guard !control.noStore else { return nil }
        key = ResponseCacheKey(partition: partition, target: target)
        fields = call.request.headerFields
        self.control = control
        isHead = call.request.method == .head
        bodyLimit = limit
    }

    private static let passing: [HTTPField.Name] = [
        .range, .ifRange, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .authorization, .cookie,
        .proxyAuthorization,
    ]

    /// Decides how to answer the call from the responses stored for ``key``.
    func decide(among stored: [StoredResponse], at now: @autoclosure () -> Date) -> Decision {
        let selected = select(among: stored)
        if let selected, let age = selected.age(at: now()) {
            switch reuse(of: selected, agedBy: age) {
            case .fresh: return .response(selected, age: age, isStale: false)
            case .stale: return .response(selected, age: age, isStale: true)
            case .refused: break
            }
        }
        return control.onlyIfCached ? .unsatisfiable : .forward(selected)
    }

    /// See ``decide(among:at:)``.
    enum Decision: Equatable {
        /// Return a stored response; `age` is in seconds.
        case response(StoredResponse, age: TimeInterval, isStale: Bool)
        /// Send a request. The value is the stored response to revalidate, if there is one.
        case forward(StoredResponse?)
        /// The caller allows no request, and no stored response is usable (5.2.1.7).
        case unsatisfiable
    }

    /// The fields that make a request for `selected` conditional (4.3.1); empty if it can't be revalidated.
    func conditions(for selected: StoredResponse) -> HTTPFields {
        guard !isHead, selected.head.status.kind == .successful else { return [:] }
        var conditions = HTTPFields()
        conditions[.ifNoneMatch] = selected.head.headerFields.sendableEntityTag
        conditions[.ifModifiedSince] = selected.head.headerFields[.lastModified]
        return conditions
    }

    /// The age of `selected` if it may replace an error response: its own `stale-if-error` allows it (RFC 5861 section
    /// 4), and the caller has not required a newer one.
    func ageDespiteError(of selected: StoredResponse, at now: Date) -> TimeInterval? {
        let stored = selected.control
        guard let allowed = stored.staleIfError?.trusted, !stored.noCache, !stored.mustRevalidate, !control.noCache,
            control.maxAge == nil, control.minFresh == nil, let age = selected.age(at: now),
            age - selected.lifetime(by: stored) <= TimeInterval(allowed)
        else { return nil }
        return age
    }

    /// Whether a response to this request can be stored: a response to HEAD has no body to store.
    var storesResponse: Bool { !isHead }

    /// The response for the caller, made from `stored`.
    func response(from stored: StoredResponse, age: TimeInterval) -> ServerResponse {
        var head = stored.head
        head.headerFields[.age] = String(Int(min(age, TimeInterval(DeltaSeconds.greatest))))
        return ServerResponse(head: head, body: .data(isHead ? Data() : stored.body), target: key.target)
    }

    /// The newest of the matching variants, by the server's date (4.1).
    private func select(among stored: [StoredResponse]) -> StoredResponse? {
        stored.filter { $0.variant.matches(fields) && $0.body.count <= bodyLimit }
            .max { ($0.date ?? .distantPast, $0.receivedAt) < ($1.date ?? .distantPast, $1.receivedAt) }
    }

    private enum Reuse {
        case fresh, stale, refused
    }

    /// Applies section 4 and the request's own directives (5.2.1).
    private func reuse(of stored: StoredResponse, agedBy age: TimeInterval) -> Reuse {
        let storedControl = stored.control
        guard !control.noCache, !storedControl.noCache else { return .refused }
        if let maxAge = control.maxAge {
            // max-age=0 requests revalidation, even of a response that has just arrived.
            guard let limit = maxAge.trusted, limit > 0, age <= TimeInterval(limit) else { return .refused }
        }
        let left = stored.lifetime(by: storedControl) - age
        if let minFresh = control.minFresh {
            guard let least = minFresh.trusted else { return .refused }
            return left > TimeInterval(least) ? .fresh : .refused
        }
        if left > 0 { return .fresh }
        guard !storedControl.mustRevalidate else { return .refused }
        return switch control.maxStale {
        case .unspecified: .stale
        case .count(let limit): -left <= TimeInterval(limit) ? .stale : .refused
        case .invalid, nil: .refused
        }
    }
}

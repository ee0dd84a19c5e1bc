import Foundation
import HTTPTypes
import Networking

/// A request that a cache may answer, and the rules for answering it. Pure: what is kept and what time it is are
/// arguments.
struct CacheLookup {
    let key: ResponseCacheKey
    let fields: HTTPFields
    let control: CacheControl
    private let isHead: Bool
    /// The largest body that the caller takes, in bytes.
    private let bodyLimit: Int

    /// `nil` for a call that passes by the cache: it has a body, wants its answer as it comes, asks for a part or
    /// names conditions of its own (the server's word on those is the caller's), forbids keeping, or carries a
    /// credential that the partition says nothing about.
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

    /// What is to be done, given all that is kept for ``key``.
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
        /// With a kept response; `age` in seconds.
        case response(StoredResponse, age: TimeInterval, isStale: Bool)
        /// Ask the server. The response is the one that would have been the answer, were it fresh.
        case forward(StoredResponse?)
        /// The caller wants no answer from the server, and there is no other (5.2.1.7).
        case unsatisfiable
    }

    /// The condition under which the server need not send `selected` again, if it can be asked like that (4.3.1).
    func conditions(for selected: StoredResponse) -> HTTPFields {
        guard !isHead, selected.head.status.kind == .successful else { return [:] }
        var conditions = HTTPFields()
        conditions[.ifNoneMatch] = selected.head.headerFields[.eTag]
        conditions[.ifModifiedSince] = selected.head.headerFields[.lastModified]
        return conditions
    }

    /// The age of `selected` if it may stand in for a server that failed: the response must have allowed it (RFC 5861
    /// section 4), and the caller must not have asked for a newer one.
    func ageDespiteError(of selected: StoredResponse, at now: Date) -> TimeInterval? {
        let stored = selected.control
        guard let allowed = stored.staleIfError?.trusted, !stored.noCache, !stored.mustRevalidate, !control.noCache,
            control.maxAge == nil, control.minFresh == nil, let age = selected.age(at: now),
            age - selected.lifetime(by: stored) <= TimeInterval(allowed)
        else { return nil }
        return age
    }

    /// Whether an answer to this request could be kept: one without a body could not.
    var storesResponse: Bool { !isHead }

    /// The caller's answer from `stored`.
    func response(from stored: StoredResponse, age: TimeInterval) -> ServerResponse {
        var head = stored.head
        head.headerFields[.age] = String(Int(min(age, TimeInterval(DeltaSeconds.greatest))))
        return ServerResponse(head: head, body: .data(isHead ? Data() : stored.body), target: key.target)
    }

    /// Of the variants that fit, the one that the server made last (4.1).
    private func select(among stored: [StoredResponse]) -> StoredResponse? {
        stored.filter { $0.variant.matches(fields) && $0.body.count <= bodyLimit }
            .max { ($0.date ?? .distantPast, $0.receivedAt) < ($1.date ?? .distantPast, $1.receivedAt) }
    }

    private enum Reuse {
        case fresh, stale, refused
    }

    /// Section 4, with the caller's own wishes (5.2.1).
    private func reuse(of stored: StoredResponse, agedBy age: TimeInterval) -> Reuse {
        let storedControl = stored.control
        guard !control.noCache, !storedControl.noCache else { return .refused }
        if let maxAge = control.maxAge {
            // Whoever says max-age=0 means "ask the server", even within the moment in which the answer came.
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
        case .unsaid: .stale
        case .count(let limit): -left <= TimeInterval(limit) ? .stale : .refused
        case .invalid, nil: .refused
        }
    }
}

import HTTPTypes
import Primitives

/// The rules of following redirects, without any I/O: one answer at a time.
struct RedirectMachine {
    /// What an answer means for the call.
    enum Step: Equatable {
        /// It is no redirect.
        case response
        /// It is one, and by the policy the answer all the same.
        case declined
        case follow(Hop)
        case refuse(RedirectFailure)
    }

    /// The next request of a call.
    struct Hop: Equatable {
        let request: HTTPRequest
        let keepsBody: Bool
        let crossesOrigin: Bool
        /// Names of fields that stay behind because they may be secrets.
        let stripped: [String]
    }

    private let policy: RedirectPolicy
    private var followed = 0

    init(_ policy: RedirectPolicy) {
        self.policy = policy
    }

    /// `request` was answered with `head`.
    mutating func step(_ request: HTTPRequest, hasReplayableBody: Bool, response head: HTTPResponse) -> Step {
        guard let change = MethodChange(head.status.code, request.method) else { return .response }
        let locations = head.headerFields[values: .location].filter { !$0.isEmpty }
        guard let location = locations.first else { return .response }
        guard case .follow(let limit) = policy else { return .declined }
        guard followed < limit else { return .refuse(.tooMany(limit: limit)) }
        guard locations.count == 1 else { return .refuse(.invalidTarget) }

        var next = request
        do throws(RedirectFailure) {
            try next.moveTo(location)
        } catch {
            return .refuse(error)
        }
        guard !change.keepsBody || hasReplayableBody else { return .refuse(.bodySpent) }
        followed += 1
        next.method = change.method
        if !change.keepsBody { next.headerFields.removeFields { RedirectedFields.describesBody($0) } }
        // Two origins that can't be told are not one.
        let crossesOrigin = next.origin == nil || next.origin != request.origin
        var stripped: [String] = []
        if crossesOrigin {
            let fields = next.headerFields
            stripped = next.headerFields.removeFields { !RedirectedFields.mayCrossOrigins($0, of: fields) }
        }
        return .follow(
            Hop(request: next, keepsBody: change.keepsBody, crossesOrigin: crossesOrigin, stripped: stripped))
    }
}

/// What a redirect does to the request (RFC 9110 section 15.4).
private struct MethodChange {
    let method: HTTPRequest.Method
    let keepsBody: Bool

    /// `nil` for a status that is no redirect: 300 is a choice for people, 304 is the cache's, 305 and 306 are dead.
    init?(_ status: Int, _ method: HTTPRequest.Method) {
        switch status {
        case 301, 302:
            // By the letter the method should stay; every browser makes a GET of a POST, and servers count on it.
            self.method = method == .post ? .get : method
            keepsBody = method != .post
        case 303:
            self.method = method == .head ? .head : .get
            keepsBody = false
        case 307, 308:
            self.method = method
            keepsBody = true
        default: return nil
        }
    }
}

extension HTTPRequest {
    /// Points the request to `location`, as seen from where it points now. A fragment is for who reads the answer, and
    /// is not sent.
    fileprivate mutating func moveTo(_ location: String) throws(RedirectFailure) {
        guard let base = URIReference(self), let reference = URIReference(location) else { throw .invalidTarget }
        let target = reference.resolved(against: base)
        guard let newScheme = target.scheme, ["http", "https"].contains(newScheme) else { throw .unsupportedScheme }
        guard scheme?.lowercased() != "https" || newScheme == "https" else { throw .insecure }
        guard var newAuthority = target.authority, !newAuthority.isEmpty else { throw .invalidTarget }
        guard !newAuthority.contains("@") else { throw .userInformation }
        if newAuthority.hasSuffix(":") { newAuthority.removeLast() }
        guard (try? Authority(newAuthority)) != nil else { throw .invalidTarget }
        scheme = newScheme
        authority = newAuthority
        path = target.requestPath
    }
}

extension HTTPFields {
    /// Removes the fields that `matches`, and returns their names, each once.
    @discardableResult
    fileprivate mutating func removeFields(where matches: (HTTPField.Name) -> Bool) -> [String] {
        var names: [HTTPField.Name] = []
        for field in self where matches(field.name) && !names.contains(field.name) { names.append(field.name) }
        for name in names { self[name] = nil }
        return names.map(\.rawName)
    }
}

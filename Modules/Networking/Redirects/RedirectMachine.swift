import HTTPTypes
import Primitives

/// The rules of following redirects, without I/O.
struct RedirectMachine {
    /// What to do with a response.
    enum Step: Equatable {
        /// It is not a redirect: return it to the caller.
        case response
        /// It is a redirect that the policy does not follow: return it to the caller.
        case declined
        case follow(Hop)
        case refuse(RedirectFailure)
    }

    /// The next request of a call.
    struct Hop: Equatable {
        let request: HTTPRequest
        let keepsBody: Bool
        let crossesOrigin: Bool
        /// Names of fields that were removed because they may be secrets.
        let stripped: [String]
    }

    private let policy: RedirectPolicy
    private var followed = 0

    init(_ policy: RedirectPolicy) {
        self.policy = policy
    }

    /// Decides what to do with the response `head` to `request`.
    mutating func step(_ request: HTTPRequest, hasReplayableBody: Bool, response head: HTTPResponse) -> Step {
        guard let change = MethodChange(head.status.code, request.method) else { return .response }
        let locations = head.headerFields[fields: .location].map(\.escapedValue).filter { !$0.isEmpty }
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
        // An origin that can't be determined counts as another one.
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

/// How a redirect changes the method and the body (RFC 9110 section 15.4).
private struct MethodChange {
    let method: HTTPRequest.Method
    let keepsBody: Bool

    /// `nil` for a status that is not a redirect: 300 offers a choice to people, 304 belongs to caching, 305 and 306
    /// are obsolete.
    init?(_ status: Int, _ method: HTTPRequest.Method) {
        switch status {
        case 301, 302:
            // Strictly, the method should stay, but every browser turns a POST into a GET, and servers rely on that.
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
    /// Resolves `location` against the current URL and points the request there. The fragment is not sent: it concerns
    /// only the client.
    fileprivate mutating func moveTo(_ location: String) throws(RedirectFailure) {
        guard let base = URIReference(self), let reference = URIReference(location) else { throw .invalidTarget }
        let target = reference.resolved(against: base)
        guard let newScheme = target.scheme, ["http", "https"].contains(newScheme) else { throw .unsupportedScheme }
        guard scheme?.lowercased() != "https" || newScheme == "https" else { throw .insecure }
        guard var newAuthority = target.authority, !newAuthority.isEmpty else { throw .invalidTarget }
        guard !newAuthority.contains("@") else { throw .userInformation }
        if newAuthority.hasSuffix(":") { newAuthority.removeLast() }
        let newPath = target.requestPath
        guard (try? Authority(newAuthority)) != nil, newPath.hasOnlyWholeEscapes else { throw .invalidTarget }
        scheme = newScheme
        authority = newAuthority
        path = newPath
    }
}

extension HTTPFields {
    /// Removes the fields for which `matches` is true. Returns their names without duplicates.
    @discardableResult
    fileprivate mutating func removeFields(where matches: (HTTPField.Name) -> Bool) -> [String] {
        var names: [HTTPField.Name] = []
        for field in self where matches(field.name) && !names.contains(field.name) { names.append(field.name) }
        for name in names { self[name] = nil }
        return names.map(\.rawName)
    }
}

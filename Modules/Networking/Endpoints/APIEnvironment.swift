public import Foundation
import HTTPTypes
public import Primitives

/// Where one API lives and what every call to it carries. An app holds several, one for each API it speaks to.
public struct APIEnvironment: Sendable {
    /// For people and logs, such as `backend`.
    public let name: String
    public let baseURL: URL
    /// The only origin that ever sees this environment's credentials.
    public let origin: Origin
    /// The version of endpoints that name none; `nil` for an API without versions in its paths.
    public let version: APIVersion?
    /// The versions that this environment speaks, or `nil` for whatever endpoints ask for. The router refuses an
    /// endpoint of any other: one that is not released there yet fails before it is sent.
    public let versions: Set<APIVersion>?
    /// Sent with every call unless the endpoint says otherwise.
    public let defaultHeaders: [HeaderField]

    let scheme: String
    let authority: String
    let basePath: String
    let fields: HTTPFields

    /// Throws ``InvalidAPIEnvironment`` unless `baseURL` is an absolute `http` or `https` URL without user, query and
    /// fragment, its port is from 1 to 65535, `version` is among `versions`, and every header can stand in a request.
    public init(
        name: String, baseURL: URL, version: APIVersion? = nil, versions: Set<APIVersion>? = nil,
        defaultHeaders: [HeaderField] = []
    ) throws(InvalidAPIEnvironment) {
        let origin: Origin
        do throws(InvalidAddress) {
            origin = try Origin(of: baseURL)
        } catch {
            throw InvalidAPIEnvironment(reason: "The base URL must \(error.requirement)")
        }
        guard let components = URLComponents(url: baseURL, resolvingAgainstBaseURL: true) else {
            throw InvalidAPIEnvironment(reason: "The base URL can't be read.")
        }
        guard components.user == nil, components.password == nil else {
            throw InvalidAPIEnvironment(reason: "The base URL must not carry a user name or password; sign in instead.")
        }
        guard components.query == nil, components.fragment == nil else {
            throw InvalidAPIEnvironment(reason: "The base URL must end with its path, without ? or #.")
        }
        if let version, let versions, !versions.contains(version) {
            throw InvalidAPIEnvironment(
                reason: "The default version \(version) must be one that the environment speaks.")
        }
        self.name = name
        self.baseURL = baseURL
        self.origin = origin
        self.version = version
        self.versions = versions
        self.defaultHeaders = defaultHeaders
        scheme = origin.scheme
        authority = origin.authority
        var path = components.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        basePath = path
        var fields = HTTPFields()
        for header in defaultHeaders {
            guard let field = header.field else {
                throw InvalidAPIEnvironment(reason: "\(header.name) is no valid header field.")
            }
            fields.append(field)
        }
        self.fields = fields
    }
}

/// An environment that no call could be made to.
public struct InvalidAPIEnvironment: Error, Sendable, Equatable {
    /// One sentence for people. It does not repeat the URL, which might hold a password.
    public let reason: String
}

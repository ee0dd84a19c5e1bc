public import Foundation
import HTTPTypes
public import Primitives

/// The base URL, version and default headers of one API. An app has one environment for each API that it uses.
public struct APIEnvironment: Sendable {
    /// The name in errors and logs, such as `backend`.
    public let name: String
    /// The address that the paths of endpoints are appended to.
    public let baseURL: URL
    /// The only origin that receives this environment's credentials.
    public let origin: Origin
    /// The version for endpoints without one of their own; `nil` for an API without versions in its paths.
    public let version: APIVersion?
    /// The versions that this environment supports; `nil` for any. The router refuses an endpoint with another version,
    /// so a call to a version that the environment lacks fails before it is sent.
    public let versions: Set<APIVersion>?
    /// The headers of every call, unless the endpoint overrides them.
    public let defaultHeaders: [HeaderField]
    /// The formats of the server's errors, in the order in which they are tried.
    public let errorReaders: [ErrorReader]

    let scheme: String
    let authority: String
    let basePath: String
    let fields: HTTPFields

    /// Throws ``InvalidAPIEnvironment`` unless `baseURL` is an absolute `http` or `https` URL without user, query and
    /// fragment, its port is from 1 to 65535, `version` is among `versions`, and every header is a valid header field.
    public init(
        name: String, baseURL: URL, version: APIVersion? = nil, versions: Set<APIVersion>? = nil,
        defaultHeaders: [HeaderField] = [], errorReaders: [ErrorReader] = .standard
    ) throws(InvalidAPIEnvironment) {
        let origin: Origin
        do throws(InvalidAddress) {
            origin = try Origin(ofBase: baseURL)
        } catch {
            throw InvalidAPIEnvironment(reason: "The base URL must \(error.requirement)")
        }
        if let version, let versions, !versions.contains(version) {
            throw InvalidAPIEnvironment(
                reason: "The default version \(version) must be one of the versions that the environment supports.")
        }
        self.name = name
        self.baseURL = baseURL
        self.origin = origin
        self.version = version
        self.versions = versions
        self.defaultHeaders = defaultHeaders
        self.errorReaders = errorReaders
        scheme = origin.scheme
        authority = origin.authority
        var path = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)?.percentEncodedPath ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        basePath = path
        var fields = HTTPFields()
        for header in defaultHeaders {
            guard let field = header.field else {
                throw InvalidAPIEnvironment(reason: "\(header.name) is not a valid header field.")
            }
            fields.append(field)
        }
        self.fields = fields
    }
}

extension APIEnvironment {
    /// Why an endpoint of `version` can't be sent, as the end of a sentence; `nil` if it can be sent.
    func refusal(of version: APIVersion) -> String? {
        guard let versions, !versions.contains(version) else { return nil }
        guard !versions.isEmpty else { return "\(name) supports no versions." }
        return "\(name) supports only \(versions.sorted().map(\.description).joined(separator: ", "))."
    }
}

/// An environment that can't be created from the given values.
public struct InvalidAPIEnvironment: Error, Sendable, Equatable {
    /// One sentence in English that describes the fault. It does not contain the URL, because a URL may contain a
    /// password.
    public let reason: String
}

/// A version of an API. Its text, such as `v2`, is the first path segment after the base URL.
public struct APIVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Counted from 1.
    public let number: Int

    /// Version `number`; the first version is 1.
    public init(_ number: Int) {
        self.number = number
    }

    public var description: String { "v\(number)" }

    public static func < (left: APIVersion, right: APIVersion) -> Bool {
        left.number < right.number
    }
}

public import Foundation
import HTTPTypes
public import Networking
public import TestSupport

/// A user's profile at a ``SimulatedBackend``.
public struct SimulatedProfile: Sendable, Equatable, Codable {
    /// The number of the user.
    public let user: Int
    /// The name that the user has chosen.
    public let name: String
    /// The number of this version, which increases with each change of the name.
    public let version: Int

    struct Naming: Codable {
        let name: String
    }
}

/// An order at a ``SimulatedBackend``. Each processed request places one, unless its idempotency key is known.
public struct SimulatedOrder: Sendable, Equatable, Codable {
    /// The user who placed the order.
    public let user: Int
    /// The number that the client has chosen for the order.
    public let number: Int

    struct Placing: Codable {
        let number: Int
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedProfile {
    /// `GET /profile`: the caller's own profile.
    public static var profile: Self { Endpoint(.get, "/profile", response: .json) }

    /// `GET /moved`: the caller's own profile, through a redirect.
    public static var movedProfile: Self { Endpoint(.get, "/moved", response: .json) }

    /// `PUT /profile`: changes the caller's name.
    public static func rename(to name: String) -> Self {
        Endpoint(.put, "/profile", body: .encodable(SimulatedProfile.Naming(name: name)), response: .json)
    }
}

extension Endpoint where Access: TestMemberScope, Response == SimulatedOrder {
    /// Places an order. Unless it is `keyed`, sending it twice creates two orders.
    public static func order(_ number: Int, _ idempotency: Idempotency = .byMethod) -> Self {
        Endpoint(
            .post, "/orders", body: .encodable(SimulatedOrder.Placing(number: number)), idempotency: idempotency,
            response: .json)
    }
}

extension Endpoint where Access: TestGuestScope, Response == Data {
    /// `GET /archive`: the same bytes for all users.
    public static var archive: Self { Endpoint(.get, "/archive", response: .data) }
}

extension ServerResponse {
    /// `content`, or the requested part of it (RFC 9110 sections 13.1.5 and 14). A part is sent only if If-Range names
    /// the current entity tag.
    static func part(of content: Data, asked: HTTPFields) -> ServerResponse {
        let tag = "\"\(SHA256Digest.hexadecimal(of: content).prefix(16))\""
        var fields: HTTPFields = [.eTag: tag, .contentType: "application/octet-stream"]
        let isCurrent = asked[.ifRange].map { $0 == tag } ?? true
        guard isCurrent, let offset = asked[.range].flatMap(Self.offset) else {
            fields[.contentLength] = "\(content.count)"
            return .data(content, fields: fields)
        }
        guard offset < content.count else {
            fields[.contentRange] = "bytes */\(content.count)"
            return .empty(.rangeNotSatisfiable, fields: fields)
        }
        fields[.contentRange] = "bytes \(offset)-\(content.count - 1)/\(content.count)"
        return .data(Data(content.dropFirst(offset)), status: .partialContent, fields: fields)
    }

    /// The offset of `bytes=N-`, the only form that this server supports.
    private static func offset(_ range: String) -> Int? {
        guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 >= 0 ? $0 : nil }
    }
}

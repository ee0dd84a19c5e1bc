import Foundation
import Models
import Networking
import Primitives
import RemoteServices

extension Endpoint where Access: MemberScope, Response == ValidUser {
    /// The server's user, behind its credential check.
    static func guardedUser() -> Self {
        Endpoint(.get, "/guarded/1", response: .json(WireUser<Timestamp>.self) { wire in try ValidUser(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == ValidUser {
    /// The server's user, without a credential check.
    static func openUser() -> Self {
        Endpoint(.get, "/users/1", response: .json(WireUser<Timestamp>.self) { wire in try ValidUser(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == UploadCount {
    /// The server does not respond.
    static func held() -> Self {
        Endpoint(.get, "/hold", response: .json)
    }

    /// The server returns the number of the body's bytes.
    static func upload(_ form: MultipartForm) -> Self {
        Endpoint(.post, "/upload", body: .multipart(form), response: .json)
    }
}

/// How many bytes the server received.
struct UploadCount: Sendable, Codable {
    let bytes: Int
}

extension Client {
    /// The whole stack, composed as in the sample app.
    static func benchmark(_ pipeline: Pipeline, port: Int) throws -> Client {
        Client(
            environment: try .local(port: port), coding: JSONBodyCoding(), pipeline: pipeline, time: SystemTimeSource(),
            identifiers: RandomIdentifierSource())
    }
}

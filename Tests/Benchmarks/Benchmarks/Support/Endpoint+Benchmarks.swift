import Foundation
import Models
import Networking
import Primitives
import RemoteServices

extension Endpoint where Access: MemberScope, Response == User {
    /// The answerer's user, behind its credential check.
    static func guardedUser() -> Self {
        Endpoint(.get, "/guarded/1", response: .json(UserV2.self) { wire in try User(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == User {
    /// The answerer's user, for everybody.
    static func openUser() -> Self {
        Endpoint(.get, "/users/1", response: .json(UserV2.self) { wire in try User(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == UploadCount {
    /// The answerer does not respond.
    static func held() -> Self {
        Endpoint(.get, "/hold", response: .json)
    }

    /// The answerer counts the body's bytes.
    static func upload(_ form: MultipartForm) -> Self {
        Endpoint(.post, "/upload", body: .multipart(form), response: .json)
    }
}

/// What the answerer received.
struct UploadCount: Sendable, Codable {
    let bytes: Int
}

extension Client {
    /// The whole stack, as the sample app puts it together.
    static func benchmark(_ pipeline: Pipeline, port: Int) throws -> Client {
        Client(
            environment: try .local(port: port), coding: JSONBodyCoding(), pipeline: pipeline, time: SystemTimeSource(),
            identifiers: RandomIdentifierSource())
    }
}

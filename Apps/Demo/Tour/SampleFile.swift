import Foundation
import Networking
import RemoteServices

/// A file of the sample backend, whose bytes follow from its length.
struct SampleFile: Sendable {
    let length: Int

    /// What the server says of it.
    struct Digest: Decodable, Sendable {
        let sha256: String
    }
}

extension Endpoint where Access: MemberScope, Response == Data {
    static func content(of file: SampleFile) -> Self {
        Endpoint(.get, "/files/sample-\(file.length)", response: .data)
    }
}

extension Endpoint where Access: MemberScope, Response == SampleFile.Digest {
    static func digest(of file: SampleFile) -> Self {
        Endpoint(.get, "/files/sample-\(file.length)/digest", response: .json)
    }
}

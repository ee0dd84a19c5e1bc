import Foundation
import Networking
import RemoteServices

/// A generated file of the sample backend. Its length determines its bytes.
struct SampleFile: Sendable {
    let length: Int

    /// The digest that the server reports.
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

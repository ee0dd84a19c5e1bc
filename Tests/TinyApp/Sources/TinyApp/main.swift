import Foundation
import NIOTransport
import Networking

enum Visitor: AnonymousScope {}

struct Health: Decodable {
    let status: String
}

extension Endpoint where Access == Visitor, Response == Health {
    static func health() -> Self { Endpoint(.get, "/v2/health", response: .json) }
}

guard let url = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }) else { exit(64) }
let health = try await NIOTransport.withTransport { transport in
    try await Client(url, over: transport).session(for: Visitor.self).send(.health())
}
print("The server reports: \(health.status)")

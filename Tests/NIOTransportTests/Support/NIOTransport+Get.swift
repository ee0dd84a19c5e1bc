import ContractSuites
import Foundation
import HTTPTypes
import Networking
import RawSocketServer
import TestSupport
import TransportSecurity

@testable import NIOTransport

extension NIOTransport {
    /// The response to a GET of `url`.
    func get(_ url: String) async throws -> ServerResponse {
        guard let url = URL(string: url) else { throw URLError(.badURL) }
        return try await send(HTTPRequest(method: .get, url: url), body: .empty)
    }

    /// The response to a GET of the root of a server.
    func get(from server: RawSocketServer) async throws -> ServerResponse {
        try await get("http://\(server.authority)/")
    }
}

extension RawSocketServer {
    /// A response with the body `ok`.
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
    /// Responds to all requests of each connection with `response`.
    func serve(_ response: String) {
        serve { connection in
            while true {
                try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }
}

extension NIOTransport {
    /// A transport with `limits`.
    convenience init(_ limits: WireLimits) {
        var configuration = NIOTransportConfiguration()
        if let limit = limits.idleTimeout { configuration.idleTimeout = limit }
        if let limit = limits.decodedBodyLimit { configuration.decodedBodyLimit = limit }
        self.init(configuration: configuration)
    }
}

extension NIOTransport {
    /// Runs `body` with a transport that has the policy `trust`.
    static func withTransport<Result>(
        trusting trust: TrustPolicy, _ body: (NIOTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = NIOTransportConfiguration()
        // The check is tested, even if a busy machine needs long to reach it.
        configuration.connectTimeout = .seconds(60)
        return try await withTransport(configuration: configuration, trust: trust, hashing: FakeHashing(), body)
    }
}

import ContractServers
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NIOSSL
import Networking
import RawSocketServer
import Testing
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

/// Runs `body` with a server that shows `certificate` and responds to every request, and a transport that has the policy
/// `trust`.
func withSecureServer(
    showing certificate: NIOSSLCertificate, with intermediates: [NIOSSLCertificate] = [],
    upTo version: TLSVersion? = nil, requiresClientCertificate: Bool = false, trusting trust: TrustPolicy,
    _ body: (SecureServer, NIOTransport) async throws -> Void
) async throws {
    try await SecureServer.withServer(
        showing: certificate, with: intermediates, upTo: version, requiresClientCertificate: requiresClientCertificate
    ) { server in
        server.server.serve(RawSocketServer.ok)
        try await NIOTransport.withTransport(trusting: trust) { try await body(server, $0) }
    }
}

extension TrustPolicy {
    /// A policy that trusts `roots`, and pins no key.
    static func trusting(_ roots: TrustedRoots) -> TrustPolicy {
        var trust = TrustPolicy()
        trust.roots = roots
        return trust
    }
}

/// Expects `call` to fail because of `check`, with `words` in the reason, and, except for pins, without any path of the
/// build machine.
func expectInsecure(
    _ check: SecurityCheck, _ words: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> ServerResponse
) async {
    let error = await #expect(throws: TransportError.self, sourceLocation: sourceLocation) { _ = try await call() }
    guard case .insecure(check, let reason) = error, words.map(reason.contains) ?? true,
        check == .pin || !reason.contains("/")
    else {
        let expected = "\(check) with “\(words ?? "")”"
        Issue.record("expected \(expected), got \(String(describing: error))", sourceLocation: sourceLocation)
        return
    }
}

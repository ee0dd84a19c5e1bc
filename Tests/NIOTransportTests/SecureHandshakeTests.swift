import ContractServers
import Foundation
import NIOCore
import NIOEmbedded
import NIOSSL
import Networking
import Primitives
import TestSupport
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("TLS handshakes")
struct SecureHandshakeTests {
    @Test("a handshake without a reply fails at its timeout, and the connection is closed")
    func limit() throws {
        let client = try Self.connected()
        let outcome = Outcome(try handshake(trusting: .only([])).begin(on: client))
        client.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(outcome.failure == nil)
        client.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(outcome.failure == .connectTimeout)
        // NIOSSL also waits for the other side's end, for a limited time.
        client.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!client.isActive)
    }

    @Test("a connection with a wrong key or name is closed, and a correct one stays open")
    func refused() throws {
        let foreign = [1, 2].compactMap { KeyPin(digest: [UInt8](repeating: $0, count: 32)) }
        let own = [try KeyPin(TestCertificates.pin)] + foreign.prefix(1)
        for (host, keys, check) in [
            ("localhost", foreign, SecurityCheck.pin), ("other.example", own, .hostName), ("localhost", own, nil),
        ] {
            let client = try Self.connected()
            let server = try Self.connected()
            let outcome = Outcome(try handshake(host, pinning: keys).begin(on: client))
            let context = try NIOSSLContext(
                configuration: .makeServerConfiguration(
                    certificateChain: [.certificate(TestCertificates.localhost)],
                    privateKey: .privateKey(TestCertificates.key)))
            try server.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            try Self.exchange(client, server)
            let failed: SecurityCheck? = if case .insecure(let check, _)? = outcome.failure { check } else { nil }
            #expect(failed == check)
            #expect(client.isActive == (check == nil))
        }
    }

    private func handshake(
        _ host: String = "localhost", trusting roots: TrustedRoots? = nil, pinning keys: [KeyPin] = []
    ) throws -> SecureHandshake {
        var trust = TrustPolicy()
        trust.roots = try roots ?? .only(TestCertificates.roots)
        if !keys.isEmpty { trust.pins = [try PinSet(host: host, keys: keys)] }
        return SecureHandshake(
            host: host, context: try NIOSSLContext(configuration: .client(trusting: trust.roots)),
            keys: try KeyCheck(trust: trust, hashing: FakeHashing(), time: ManualClock()), limit: .seconds(1))
    }

    private static func connected() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 443), promise: nil)
        return channel
    }

    /// Transfers the bytes of both sides until there are no more.
    private static func exchange(_ client: EmbeddedChannel, _ server: EmbeddedChannel) throws {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            for (from, to) in [(client, server), (server, client)] {
                while let bytes = try from.readOutbound(as: ByteBuffer.self) {
                    isQuiet = false
                    if to.isActive { _ = try? to.writeInbound(bytes) }
                }
            }
        }
    }

    /// The result of a handshake, on the test's thread.
    private final class Outcome {
        private(set) var failure: TransportError?

        init(_ future: EventLoopFuture<Void>) {
            future.assumeIsolated().whenFailure { self.failure = $0 as? TransportError }
        }
    }
}

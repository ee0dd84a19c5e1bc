import ContractServers
import Foundation
import HTTPTypes
import NIOCore
import NIOSSL
import Networking
import Primitives
import RawSocketServer
import TestSupport
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("TLS", .timeLimit(.minutes(10)))
struct TLSTests {
    private static let response = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"

    @Test("a response arrives over TLS from a server with a valid certificate")
    func success() async throws {
        try await withServer(showing: TestCertificates.localhost) { server, transport in
            server.serve(Self.response)
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(response.head.status == .ok)
            #expect(try await response.body.collect(upTo: 6).count == 6)
        }
    }

    @Test(
        "a certificate that has expired, or is not valid yet, is rejected because of its date",
        arguments: [true, false])
    func validity(isOver: Bool) async throws {
        let certificate = try isOver ? TestCertificates.expired : TestCertificates.early
        try await withServer(showing: certificate) { server, transport in
            await expectInsecure(.validity, isOver ? "expired" : "not valid yet") {
                try await transport.get("https://localhost:\(server.port)/")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a certificate of an unknown issuer is rejected because of its issuer")
    func authority() async throws {
        for roots in [TrustedRoots.system, .only([])] {
            try await withServer(showing: TestCertificates.localhost, trusting: roots) { server, transport in
                await expectInsecure(.authority, "traced") {
                    try await transport.get("https://localhost:\(server.port)/")
                }
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test("custom roots can be added to the system's")
    func extraRoots() async throws {
        let roots = TrustedRoots.systemAnd(try TestCertificates.roots)
        try await withServer(showing: TestCertificates.localhost, trusting: roots) { server, transport in
            server.serve(Self.response)
            let response = try await transport.get("https://localhost:\(server.port)/")
            #expect(response.head.status == .ok)
        }
    }

    @Test("a certificate for another host is rejected, and the error names the cause")
    func wrongHost() async throws {
        try await withServer(showing: TestCertificates.other) { server, transport in
            await expectInsecure(.hostName, "another host") {
                try await transport.get("https://localhost:\(server.port)/")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a certificate for a host name is rejected for a request to an IP address")
    func address() async throws {
        try await withServer(showing: TestCertificates.localhost) { server, transport in
            await expectInsecure(.hostName, "another host") {
                try await transport.get("https://127.0.0.1:\(server.port)/")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("many calls at once report the same cause, even on a busy machine")
    func reasonUnderLoad() async throws {
        try await withServer(showing: TestCertificates.expired) { server, transport in
            let errors = await withTaskGroup(of: TransportError?.self) { group in
                for _ in 1...40 {
                    group.addTask {
                        do throws(TransportError) {
                            let request = HTTPRequest(
                                method: .get, scheme: "https", authority: "localhost:\(server.port)", path: "/")
                            _ = try await transport.send(request, body: .empty)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count == 40)
            for error in errors {
                guard case .insecure(.validity, _) = error else {
                    Issue.record("\(String(describing: error)) names another reason")
                    continue
                }
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a server that doesn't speak TLS is distinguished from one with an invalid certificate, and gets no request")
    func plainServer() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                // Fails where the received bytes are not HTTP, as the first bytes of a handshake are not.
                try await connection.receiveHead()
            }
            await NIOTransport.withTransport { transport in
                await expectInsecure(.handshake, "doesn't speak TLS") {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("a server that closes during the handshake has received no request, as the error says")
    func hangUp() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { try await $0.cut() }
            await NIOTransport.withTransport { transport in
                _ = await #expect(throws: TransportError.notSent) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("without a free file descriptor, calls fail because of this machine, and later ones succeed")
    func tooManyFiles() async throws {
        // In a process of its own, because all code of a process shares its descriptors.
        await #expect(processExitsWith: .success) {
            limitOpenFiles(to: 256)
            let file = FileManager.default.temporaryDirectory.appending(path: "roots-\(UUID().uuidString).pem")
            defer { try? FileManager.default.removeItem(at: file) }
            let roots = try TestCertificates.roots.map { root in
                let text = root.der.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
                return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
            }
            try Data(roots.joined().utf8).write(to: file)
            var settings = TLSConfiguration.client()
            settings.trustRoots = .file(file.path)
            try await SecureServer.withServer(showing: TestCertificates.localhost) { [settings] server in
                // The connection stays open: its end would release a descriptor at any time.
                server.server.serve("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                let transport = NIOTransport(
                    NIOTransportConfiguration(), settings, KeyCheck(time: SystemTimeSource()))
                for (scheme, cause) in [
                    ("https", "the trusted certificates can't be read"), ("http", "Too many files"),
                ] {
                    let files = occupyFiles()
                    let error = await #expect(throws: TransportError.self) {
                        try await transport.get("\(scheme)://localhost:\(server.port)/")
                    }
                    for file in files { close(file) }
                    guard case .other(let reason) = error, reason.contains(cause) else {
                        Issue.record("expected “\(cause)”, got \(String(describing: error))")
                        return
                    }
                    let head = try await transport.get("https://localhost:\(server.port)/").head
                    #expect(head.status == .ok)
                }
                await transport.shutdown()
            }
        }
    }

    @Test("a server that never replies to the handshake fails at the connect timeout")
    func silence() async throws {
        var configuration = NIOTransportConfiguration()
        configuration.connectTimeout = .milliseconds(50)
        try await RawSocketServer.withServer { server in
            server.serve { await $0.waitForEnd() }
            await NIOTransport.withTransport(configuration: configuration) { transport in
                _ = await #expect(throws: TransportError.connectTimeout) {
                    try await transport.get("https://localhost:\(server.port)/")
                }
            }
        }
    }

    @Test("a body without a length that ends without close_notify is truncated, because an attacker may have cut it")
    func truncation() async throws {
        try await withServer(showing: TestCertificates.localhost) { server, transport in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.send("HTTP/1.1 200 OK\r\n\r\nhalf of it")
                try await connection.cut()
            }
            let response = try await transport.get("https://localhost:\(server.port)/")
            await #expect(throws: TransportError.truncatedResponse) { try await response.body.collect(upTo: 100) }
        }
    }

    /// Trusts only the roots of the test certificates by default.
    private func withServer(
        showing certificate: NIOSSLCertificate, trusting roots: TrustedRoots? = nil,
        _ body: (RawSocketServer, NIOTransport) async throws -> Void
    ) async throws {
        var trust = TrustPolicy()
        trust.roots = try roots ?? .only(TestCertificates.roots)
        try await SecureServer.withServer(showing: certificate) { server in
            // Without a script it would close at once, and a busy client might report that instead.
            server.server.serve { try await $0.receiveRequest() }
            try await NIOTransport.withTransport(trusting: trust) { try await body(server.server, $0) }
        }
    }

    private func expectInsecure(
        _ check: SecurityCheck, _ words: String, _ call: () async throws -> ServerResponse
    ) async {
        let error = await #expect(throws: TransportError.self) { _ = try await call() }
        guard case .insecure(check, let reason) = error, reason.contains(words) else {
            Issue.record("expected \(check) with “\(words)”, got \(String(describing: error))")
            return
        }
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Networking
import Testing

@testable import NIOTransport

@Suite("What the errors below become")
struct FailureTranslatorTests {
    private let translator = FailureTranslator(decodedBodyLimit: 1_000)

    @Test(
        "an error whose meaning doesn't depend on the moment",
        arguments: [
            (TransportError.idleTimeout, .idleTimeout), (CancellationError(), .cancelled),
            (HTTPClientError.alreadyShutdown, .closed), (HTTPClientError.cancelled, .closed),
            (HTTPClientError.connectTimeout, .connectTimeout), (HTTPClientError.tlsHandshakeTimeout, .connectTimeout),
            (HTTPClientError.getConnectionFromPoolTimeout, .connectTimeout),
            (ChannelError.connectTimeout(.seconds(1)), .connectTimeout),
            (ChannelError.alreadyClosed, .connectionLost), (ChannelError.eof, .connectionLost),
            (IOError(errnoCode: ECONNREFUSED, reason: ""), .connectionRefused),
            (IOError(errnoCode: ECONNRESET, reason: ""), .connectionLost),
            (IOError(errnoCode: EPIPE, reason: ""), .connectionLost),
            (IOError(errnoCode: ENETUNREACH, reason: ""), .unreachable),
            (IOError(errnoCode: EHOSTUNREACH, reason: ""), .unreachable),
            (NIOHTTPDecompression.DecompressionError.limit, .responseTooLarge(limit: 1_000)),
            (NIOHTTPDecompression.ExtraDecompressionError.truncatedData, .truncatedResponse),
            (NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), .connectionLost),
            (
                NIOSSLExtraError.failedToValidateHostname,
                .insecure(.hostName, reason: "The server's certificate is for another host.")
            ),
        ] as [(any Error, TransportError)])
    func always(error: any Error, expected: TransportError) {
        for phase in [FailureTranslator.Phase.connecting, .head, .body, .noBody] {
            #expect(translator.translate(error, at: phase) == expected)
        }
    }

    @Test(
        "an ending is a lost connection before the head, and a truncated answer behind it",
        arguments: [
            HTTPClientError.remoteConnectionClosed, HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown,
        ] as [any Error])
    func endings(error: any Error) {
        #expect(translator.translate(error, at: .head) == .connectionLost)
        #expect(translator.translate(error, at: .body) == .truncatedResponse)
    }

    @Test("a connection that is found closed is stale before the head, and lost at any other time")
    func foundClosed() {
        #expect(translator.translate(ChannelError.ioOnClosedChannel, at: .head) == .connectionStale)
        for phase in [FailureTranslator.Phase.connecting, .body, .noBody] {
            #expect(translator.translate(ChannelError.ioOnClosedChannel, at: phase) == .connectionLost)
        }
    }

    @Test("what is not HTTP, or not what its encoding says, is an invalid answer")
    func invalid() {
        let errors: [any Error] = [
            HTTPParserError.invalidVersion, HTTPParserError.headerOverflow, HTTPParserError.invalidChunkSize,
            NIOHTTPDecompression.DecompressionError.inflationError(-3),
            NIOHTTPDecompression.ExtraDecompressionError.invalidTrailingData,
        ]
        for error in errors {
            guard case .invalidResponse = translator.translate(error, at: .head) else {
                Issue.record("\(error) is not an invalid answer")
                continue
            }
        }
    }

    @Test("an error that nobody foresaw keeps its words, without the values of header fields")
    func others() {
        struct Odd: Error {}
        #expect(translator.translate(Odd(), at: .head) == .other(reason: "Odd: Odd()"))
        let error = HTTPClientError.invalidHeaderFieldValues(["a password"])
        guard case .other(let reason) = translator.translate(error, at: .head) else {
            Issue.record("expected other")
            return
        }
        #expect(!reason.contains("password"))
    }
}

import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Networking
import Testing

@testable import NIOTransport

@Suite("Translation of NIO errors")
struct FailureTranslatorTests {
    private let translator = FailureTranslator()

    @Test(
        "an error is translated independently of the exchange's progress",
        arguments: [
            (TransportError.idleTimeout, .idleTimeout), (CancellationError(), .cancelled),
            (ChannelError.connectTimeout(.seconds(1)), .connectTimeout),
            (ChannelError.alreadyClosed, .connectionLost), (ChannelError.ioOnClosedChannel, .connectionLost),
            (ChannelError.eof, .connectionLost),
            (IOError(errnoCode: ECONNREFUSED, reason: ""), .connectionRefused),
            (IOError(errnoCode: ECONNRESET, reason: ""), .connectionLost),
            (IOError(errnoCode: EPIPE, reason: ""), .connectionLost),
            (NIOSSLError.handshakeFailed(.sslError([.eofDuringHandshake])), .connectionLost),
            (
                NIOSSLExtraError.failedToValidateHostname,
                .insecure(.hostName, reason: "The server's certificate is for another host.")
            ),
        ] as [(any Error, TransportError)])
    func always(error: any Error, expected: TransportError) {
        for phase in [FailureTranslator.Phase.connecting, .head, .body] {
            #expect(translator.translate(error, at: phase) == expected)
        }
    }

    @Test(
        "the end of a connection is a lost connection before the head, and a truncated response after it",
        arguments: [HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown] as [any Error])
    func endings(error: any Error) {
        #expect(translator.translate(error, at: .head) == .connectionLost)
        #expect(translator.translate(error, at: .body) == .truncatedResponse)
    }

    @Test(
        "a host without a route is unreachable, unless it has disappeared during an exchange",
        arguments: [ENETUNREACH, EHOSTUNREACH])
    func routes(code: Int32) {
        let error = IOError(errnoCode: code, reason: "")
        #expect(translator.translate(error, at: .connecting) == .unreachable)
        #expect(translator.translate(error, at: .head) == .connectionLost)
        #expect(translator.translate(error, at: .body) == .truncatedResponse)
    }

    @Test("a host that refuses on one address, and can't be reached on another, has refused")
    func addresses() {
        #expect(FailureTranslator.error(of: [.connectionRefused, .unreachable]) == .connectionRefused)
        #expect(FailureTranslator.error(of: [.unreachable, .connectionRefused]) == .connectionRefused)
        #expect(FailureTranslator.error(of: [.unreachable, .connectTimeout]) == .connectTimeout)
        #expect(FailureTranslator.error(of: []) == nil)
    }

    @Test("an unknown error keeps its description")
    func others() {
        struct Odd: Error {}
        #expect(translator.translate(Odd(), at: .head) == .other(reason: "Odd: Odd()"))
    }
}

import EngineTestSupport
import Foundation
import Networking
import Testing

@testable import URLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Translation of URLSession errors")
struct FailureTests {
    private let translator = FailureTranslator()

    @Test(
        "an error is translated by its code, and the end of a connection also by the head before it",
        arguments: [
            (URLError(.cannotFindHost), .hostNotFound, nil), (URLError(.dnsLookupFailed), .hostNotFound, nil),
            (URLError(.cannotConnectToHost), .connectionRefused, nil), (URLError(.timedOut), .connectTimeout, nil),
            (URLError(.notConnectedToInternet), .unreachable, nil), (URLError(.cancelled), .closed, nil),
            (URLError(.networkConnectionLost), .connectionLost, .truncatedResponse),
            (NSError(domain: NSPOSIXErrorDomain, code: Int(ECONNABORTED)), .connectionLost, .truncatedResponse),
            (URLError(.serverCertificateHasBadDate), insecure(.validity), nil),
            (URLError(.serverCertificateNotYetValid), insecure(.validity), nil),
            (URLError(.serverCertificateUntrusted), insecure(.authority), nil),
            (URLError(.serverCertificateHasUnknownRoot), insecure(.authority), nil),
            (URLError(.secureConnectionFailed), insecure(.handshake), nil),
        ] as [(any Error, TransportError, TransportError?)])
    func codes(error: any Error, before: TransportError, behind: TransportError?) {
        expect(translator.translate(error, hasHead: false), before)
        expect(translator.translate(error, hasHead: true), behind ?? before)
    }

    @Test("an unknown error is reported by domain and code only, because its description may contain the URL")
    func others() {
        let error = NSError(
            domain: "Odd", code: 7,
            userInfo: ["NSErrorFailingURLStringKey": "https://a.example/?key=\(Canary("query").text)"])
        #expect(translator.translate(error, hasHead: false) == .other(reason: "Odd 7"))
    }

    @Test(
        "libcurl's messages are translated, and the ends of a connection also by the head before them",
        arguments: [
            ("Empty reply from server", .connectionLost, .truncatedResponse),
            ("transfer closed with 5 bytes remaining to read", .connectionLost, .truncatedResponse),
            ("Failed sending data to the peer", .connectionLost, .truncatedResponse),
            ("Failed to connect to 10.0.0.1 port 80 after 9 ms: No route to host", .unreachable, nil),
            ("SSL certificate problem: certificate has expired", insecure(.validity), nil),
            ("SSL certificate problem: unable to get local issuer certificate", insecure(.authority), nil),
            ("SSL certificate problem: self-signed certificate in certificate chain", insecure(.authority), nil),
            ("SSL: no alternative certificate subject name matches target host name 'x'", insecure(.hostName), nil),
            ("SSL certificate problem: invalid CA certificate", insecure(.certificate), nil),
            ("error:0A00010B:SSL routines::wrong version number", insecure(.handshake), nil),
            ("error:0A000410:SSL routines::sslv3 alert handshake failure", insecure(.handshake), nil),
            ("Received HTTP/0.9 when not allowed", invalid, nil),
            ("Unsupported response code in HTTP response", invalid, nil), ("Failed writing header", invalid, nil),
            ("Illegal or missing hexadecimal sequence in chunked-encoding", invalid, nil),
            ("Error while processing content unencoding: incorrect header check", invalid, nil),
            ("Nul byte in header", invalid, nil), ("Something new", nil, nil),
        ] as [(String, TransportError?, TransportError?)])
    func curl(words: String, before: TransportError?, behind: TransportError?) {
        expect(CurlFailure(words).translated(hasHead: false), before)
        expect(CurlFailure(words).translated(hasHead: true), behind ?? before)
    }

    private static let invalid = TransportError.invalidResponse(reason: "")

    private static func insecure(_ check: SecurityCheck) -> TransportError {
        .insecure(check, reason: "")
    }

    /// Compares errors without their reasons.
    private func expect(
        _ error: TransportError?, _ expected: TransportError?, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        switch (error, expected) {
        case (.insecure(let check, _), .insecure(let expected, _)):
            #expect(check == expected, sourceLocation: sourceLocation)
        case (.invalidResponse, .invalidResponse): break
        default: #expect(error == expected, sourceLocation: sourceLocation)
        }
    }
}

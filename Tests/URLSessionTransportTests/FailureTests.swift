import Foundation
import Networking
import TestSupport
import Testing

@testable import URLSessionTransport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Translation of URLSession errors")
struct FailureTests {
    private let translator = FailureTranslator()

    @Test(
        "an error with an unambiguous code is translated by the code",
        arguments: [
            (URLError.Code.cannotFindHost, TransportError.hostNotFound), (.dnsLookupFailed, .hostNotFound),
            (.cannotConnectToHost, .connectionRefused), (.notConnectedToInternet, .unreachable),
            (.timedOut, .connectTimeout), (.cancelled, .closed),
        ])
    func codes(code: URLError.Code, expected: TransportError) {
        for hasHead in [false, true] { #expect(translator.translate(URLError(code), hasHead: hasHead) == expected) }
    }

    @Test("the end of a connection is a lost connection before the head, and a truncated response after it")
    func endings() {
        #expect(translator.translate(URLError(.networkConnectionLost), hasHead: false) == .connectionLost)
        #expect(translator.translate(URLError(.networkConnectionLost), hasHead: true) == .truncatedResponse)
    }

    @Test(
        "the failed checks of a secure connection are distinguished",
        arguments: [
            (URLError.Code.serverCertificateHasBadDate, SecurityCheck.validity),
            (.serverCertificateNotYetValid, .validity), (.serverCertificateUntrusted, .authority),
            (.serverCertificateHasUnknownRoot, .authority), (.secureConnectionFailed, .handshake),
        ])
    func checks(code: URLError.Code, expected: SecurityCheck) {
        guard case .insecure(expected, _) = translator.translate(URLError(code), hasHead: false) else {
            Issue.record("expected \(expected), got \(translator.translate(URLError(code), hasHead: false))")
            return
        }
    }

    @Test("an unknown error is reported by domain and code only, because its description may contain the URL")
    func others() {
        let error = NSError(
            domain: "Odd", code: 7,
            userInfo: ["NSErrorFailingURLStringKey": "https://a.example/?key=\(Canary("query").text)"])
        #expect(translator.translate(error, hasHead: false) == .other(reason: "Odd 7"))
        let lost = NSError(domain: NSPOSIXErrorDomain, code: Int(ECONNABORTED))
        #expect(translator.translate(lost, hasHead: false) == .connectionLost)
        #expect(translator.translate(lost, hasHead: true) == .truncatedResponse)
    }

    @Test(
        "libcurl's messages before the head are distinguished from those after it",
        arguments: [
            ("Empty reply from server", TransportError.connectionLost, TransportError.truncatedResponse),
            ("transfer closed with 5 bytes remaining to read", .connectionLost, .truncatedResponse),
            ("Failed sending data to the peer", .connectionLost, .truncatedResponse),
            ("Failed to connect to 10.0.0.1 port 80 after 9 ms: No route to host", .unreachable, .unreachable),
        ])
    func curlEndings(words: String, before: TransportError, behind: TransportError) {
        #expect(CurlFailure(words).translated(hasHead: false) == before)
        #expect(CurlFailure(words).translated(hasHead: true) == behind)
    }

    @Test(
        "libcurl's messages identify the failed certificate check",
        arguments: [
            ("SSL certificate problem: certificate has expired", SecurityCheck.validity),
            ("SSL certificate problem: unable to get local issuer certificate", .authority),
            ("SSL certificate problem: self-signed certificate in certificate chain", .authority),
            ("SSL: no alternative certificate subject name matches target host name 'x'", .hostName),
            ("SSL certificate problem: invalid CA certificate", .certificate),
            ("error:0A00010B:SSL routines::wrong version number", .handshake),
            ("error:0A000410:SSL routines::sslv3 alert handshake failure", .handshake),
        ])
    func curlChecks(words: String, expected: SecurityCheck) {
        guard case .insecure(expected, _) = CurlFailure(words).translated(hasHead: false) else {
            Issue.record("expected \(expected) for \(words)")
            return
        }
    }

    @Test(
        "libcurl's messages for data that is not HTTP are recognized",
        arguments: [
            "Received HTTP/0.9 when not allowed", "Unsupported response code in HTTP response",
            "Failed writing header", "Illegal or missing hexadecimal sequence in chunked-encoding",
            "Error while processing content unencoding: incorrect header check", "Nul byte in header",
        ])
    func curlMalformations(words: String) {
        guard case .invalidResponse = CurlFailure(words).translated(hasHead: true) else {
            Issue.record("expected an invalid answer for \(words)")
            return
        }
    }

    @Test("an unknown libcurl message gives no translation")
    func curlOthers() {
        #expect(CurlFailure("Something new").translated(hasHead: true) == nil)
    }
}

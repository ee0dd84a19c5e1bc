import EngineTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import Networking

@Suite("Redirect rules")
struct RedirectMachineTests {
    private func step(
        _ method: HTTPRequest.Method = .get,
        from url: (scheme: String, authority: String, path: String) = (
            "https", "api.example.com", "/a/b?q=1"
        ), fields: HTTPFields = [:], replayable: Bool = true, status: Int = 302, to locations: String...,
        policy: RedirectPolicy = .follow()
    ) -> RedirectMachine.Step {
        var machine = RedirectMachine(policy)
        let request = HTTPRequest(
            method: method, scheme: url.scheme, authority: url.authority, path: url.path, headerFields: fields)
        var head = HTTPResponse(status: .init(code: status))
        for location in locations { head.headerFields.append(HTTPField(name: .location, value: location)) }
        return machine.step(request, hasReplayableBody: replayable, response: head)
    }

    private func hop(_ step: RedirectMachine.Step, _ location: SourceLocation = #_sourceLocation) throws
        -> RedirectMachine.Hop
    {
        guard case .follow(let hop) = step else {
            Issue.record("expected a hop, got \(step)", sourceLocation: location)
            throw RedirectFailure.invalidTarget
        }
        return hop
    }

    @Test("bytes of a Location that are not UTF-8 are percent-encoded as they are, like those of a Link")
    func opaqueBytes() throws {
        let value = Array("/caf".utf8) + [0xE9] + Array("/é".utf8)
        let head = HTTPResponse(status: .found, headerFields: HTTPFields([HTTPField(name: .location, value: value)]))
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/a")
        var machine = RedirectMachine(.follow())
        let hop = try hop(machine.step(request, hasReplayableBody: true, response: head))
        #expect(hop.request.path == "/caf%E9/%C3%A9")
        let link = try HTTPField(
            name: #require(HTTPField.Name("Link")), value: Array("</caf".utf8) + [0xE9] + Array(">; rel=next".utf8))
        let response = RawResponse(
            status: 200, reason: "OK", headers: [HeaderField(link)], body: Data(), requestID: UUID(), attempts: 1,
            target: RequestTarget(request))
        #expect(response.link("next")?.description == "https://api.example.com/caf%E9")
        #expect(response.headers.map(\.bytes) == [link.withUnsafeBytesOfValue { Array($0) }])
    }

    @Test(
        "a redirect's status determines method and body of the next request",
        arguments: [
            (301, "GET", "GET", true), (301, "HEAD", "HEAD", true), (301, "POST", "GET", false),
            (301, "PUT", "PUT", true), (302, "POST", "GET", false), (302, "PATCH", "PATCH", true),
            (302, "DELETE", "DELETE", true), (303, "GET", "GET", false), (303, "HEAD", "HEAD", false),
            (303, "POST", "GET", false), (303, "PUT", "GET", false), (303, "DELETE", "GET", false),
            (307, "POST", "POST", true), (307, "GET", "GET", true), (308, "POST", "POST", true),
            (308, "PATCH", "PATCH", true), (308, "HEAD", "HEAD", true),
        ])
    func methods(status: Int, method: String, expected: String, keepsBody: Bool) throws {
        let fields: HTTPFields = [
            .contentType: "application/json", .contentLength: "2", .contentEncoding: "gzip", .accept: "text/plain",
            .idempotencyKey: "order-7",
        ]
        let method = try #require(HTTPRequest.Method(method))
        let hop = try hop(step(method, fields: fields, status: status, to: "/c"))
        #expect(hop.request.method.rawValue == expected)
        #expect(hop.keepsBody == keepsBody)
        #expect(hop.request.headerFields[.contentType] == (keepsBody ? "application/json" : nil))
        #expect(hop.request.headerFields[.contentLength] == (keepsBody ? "2" : nil))
        #expect(hop.request.headerFields[.contentEncoding] == (keepsBody ? "gzip" : nil))
        #expect(hop.request.headerFields[.accept] == "text/plain")
        // An idempotency key on the GET after a POST would identify another request.
        #expect(hop.request.headerFields[.idempotencyKey] == (keepsBody ? "order-7" : nil))
    }

    @Test(
        "no other status is a redirect, and a redirect requires a valid Location",
        arguments: [200, 201, 204, 300, 304, 305, 306, 309, 399, 401, 404, 500], [301, 302, 303, 307, 308])
    func responses(other: Int, status: Int) {
        #expect(step(status: other, to: "/c") == .response)
        #expect(step(status: other, to: "/c", policy: .never) == .response)
        #expect(step(status: status) == .response)
        #expect(step(status: status, to: "") == .response)
        #expect(step(status: status, to: "/c", "/d") == .refuse(.invalidTarget))
        #expect(step(status: status, to: "/a\tb") == .refuse(.invalidTarget))
    }

    @Test(
        "a redirect's Location is resolved against the request's URL",
        arguments: [
            ("/c", "api.example.com", "/c"), ("c", "api.example.com", "/a/c"), ("?x=1", "api.example.com", "/a/b?x=1"),
            ("./../d", "api.example.com", "/d"), ("#f", "api.example.com", "/a/b?q=1"),
            ("https://API.example.com:443", "API.example.com:443", "/"),
            ("//api.example.com:/x", "api.example.com", "/x"),
            ("/%2e%2e/%C3%A4?s=a%2Fb+c", "api.example.com", "/%2e%2e/%C3%A4?s=a%2Fb+c"),
            ("/c?x#f", "api.example.com", "/c?x"), ("https://[::1]/x", "[::1]", "/x"),
            ("https://[2001:db8::1]:8443/x", "[2001:db8::1]:8443", "/x"),
            ("//[::ffff:192.0.2.1]/x", "[::ffff:192.0.2.1]", "/x"),
        ])
    func targets(location: String, authority: String, path: String) throws {
        let hop = try hop(step(to: location))
        #expect(hop.request.scheme == "https")
        #expect(hop.request.authority == authority)
        #expect(hop.request.path == path)
        #expect(hop.crossesOrigin == authority.hasPrefix("["))
    }

    @Test(
        "a redirect to an unusable or forbidden URL is rejected",
        arguments: [
            ("http://api.example.com/", .insecure), ("http:/x", .insecure),
            ("ftp://api.example.com/", .unsupportedScheme),
            ("mailto:a@b.example", .unsupportedScheme), ("javascript:alert(1)", .unsupportedScheme),
            ("file:///etc/passwd", .unsupportedScheme), ("data:,x", .unsupportedScheme),
            ("https://user:secret@api.example.com/", .userInformation), ("//user@api.example.com", .userInformation),
            ("https://api.example.com\\@evil.net/", .userInformation), ("https://", .invalidTarget),
            ("/%zz", .invalidTarget), ("?a=%", .invalidTarget), ("%2", .invalidTarget),
            ("https:", .invalidTarget), ("https:/x", .invalidTarget), ("///x", .invalidTarget),
            ("//:443/", .invalidTarget), ("//h:x/", .invalidTarget), ("//h:99999/", .invalidTarget),
            ("//h:0/", .invalidTarget), ("//h:1:2/", .invalidTarget), ("//[::1/", .invalidTarget),
            ("//[::1]x/", .invalidTarget), ("//[]/", .invalidTarget), ("//[::1%25eth0]/", .invalidTarget),
            ("//a b/", .invalidTarget), ("//é.example/", .invalidTarget), ("//api%2Eexample.com/", .invalidTarget),
            ("//evil.net;api.example.com/", .invalidTarget), ("//h:99999999999999999999/", .invalidTarget),
        ] as [(String, RedirectFailure)])
    func refused(location: String, failure: RedirectFailure) {
        #expect(step(to: location) == .refuse(failure))
    }

    @Test("a redirect from https to http is rejected in any spelling of the scheme", arguments: ["HTTPS", "Https"])
    func schemeCase(scheme: String) {
        #expect(step(from: (scheme, "api.example.com", "/"), to: "HTTP://api.example.com/") == .refuse(.insecure))
    }

    @Test(
        "a redirect to another origin keeps only harmless header fields",
        arguments: [
            "https://evil.net/", "https://api.example.com:8443/", "https://api.example.com.evil.net/",
            "https://example.com/", "https://xapi.example.com/",
        ])
    func stripping(location: String) throws {
        let secret = Canary("redirected").text
        var fields: HTTPFields = [
            .authorization: secret, .proxyAuthorization: secret, .cookie: secret, .accept: "text/plain",
            .acceptLanguage: "de", .userAgent: "example", .range: "bytes=1-", .ifRange: "\"v\"",
            .contentType: "text/plain", .referer: secret,
        ]
        for name in ["X-Api-Key", "X-Auth-Token", "Api-Key", "X-Tenant", "Host", "X-Amz-Security-Token"] {
            fields[try #require(HTTPField.Name(name))] = secret
        }
        let crossing = try hop(step(.put, fields: fields, status: 307, to: location))
        #expect(crossing.crossesOrigin)
        #expect(!crossing.request.headerFields.contains { $0.value.contains("canary") })
        #expect(
            Set(crossing.stripped.map { $0.lowercased() }) == [
                "authorization", "proxy-authorization", "cookie", "referer", "x-api-key", "x-auth-token", "api-key",
                "x-tenant", "host", "x-amz-security-token", "range", "if-range",
            ])
        #expect(
            Set(crossing.request.headerFields.map(\.name.canonicalName)) == [
                "accept", "accept-language", "user-agent", "content-type",
            ])
        let within = try hop(step(.put, fields: fields, status: 307, to: "https://API.example.com:443/x"))
        let isWhole = within.request.headerFields == fields
        #expect(isWhole)
        #expect(within.stripped.isEmpty)
    }

    @Test("a redirect from http to https changes the origin")
    func upgrade() throws {
        let upgraded = try hop(
            step(
                from: ("http", "api.example.com", "/"), fields: [.authorization: "Bearer a"],
                to: "https://api.example.com/"))
        #expect(upgraded.crossesOrigin)
        #expect(upgraded.stripped == ["Authorization"])
        let plain = try hop(step(from: ("http", "api.example.com", "/"), to: "/x"))
        #expect(!plain.crossesOrigin)
    }

    @Test("a one-shot body can't be sent again, and only matters if the redirect preserves the body")
    func oneShot() throws {
        for (method, status) in [(HTTPRequest.Method.post, 307), (.post, 308), (.put, 301)] {
            #expect(step(method, replayable: false, status: status, to: "/c") == .refuse(.bodySpent))
        }
        for status in [301, 303] {
            #expect(try !hop(step(.post, replayable: false, status: status, to: "/c")).keepsBody)
        }
    }

    @Test("the redirect limit counts all redirects of a call", arguments: [0, 1, 20])
    func limit(limit: Int) throws {
        var machine = RedirectMachine(.follow(limit: limit))
        let request = HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: "/")
        let head = HTTPResponse(status: .found, headerFields: [.location: "/"])
        for _ in 0..<limit {
            _ = try hop(machine.step(request, hasReplayableBody: true, response: head))
        }
        #expect(machine.step(request, hasReplayableBody: true, response: head) == .refuse(.tooMany(limit: limit)))
    }
}

@Suite("URI references")
struct URIReferenceTests {
    private func resolve(_ text: String, against base: String = "http://a/b/c/d;p?q") throws -> String {
        try #require(URIReference(text)).resolved(against: #require(URIReference(base))).description
    }

    @Test(
        "a URI reference resolves as RFC 3986 section 5.4 lists for strict parsers",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
            ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
            ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
            ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ])
    func examples(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference is resolved as text: nothing but characters that URIs can't contain is encoded or normalized",
        arguments: [
            ("/a%2Fb/%2e%2e/%C3%A4?q=%20+%41#%42", "http://a/a%2Fb/%2e%2e/%C3%A4?q=%20+%41#%42"),
            ("/x//y/", "http://a/x//y/"), ("/a:b/c@d", "http://a/a:b/c@d"), ("HTTPS://H/%zz", "https://H/%zz"),
            ("//host/../p", "http://host/p"), ("?x=1", "http://a/b/c/d;p?x=1"), ("?", "http://a/b/c/d;p?"),
            ("/%", "http://a/%"), ("1a:b", "http://a/b/c/1a:b"), ("a/b:c", "http://a/b/c/a/b:c"),
            ("/a b", "http://a/a%20b"), ("/ü", "http://a/%C3%BC"), ("/\\evil.com", "http://a/%5Cevil.com"),
            ("\\\\evil.com", "http://a/b/c/%5C%5Cevil.com"), ("/\"<>^`{|}", "http://a/%22%3C%3E%5E%60%7B%7C%7D"),
            ("/\u{301}x", "http://a/%CC%81x"),
        ])
    func verbatim(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference with a control character is invalid",
        arguments: ["/a\r\nb", "/a\nb", "/\0", "/\tx", "/\u{7F}"])
    func controls(text: String) {
        #expect(URIReference(text) == nil)
    }

    @Test("a URI reference resolves against a base without a path, and prints its original text")
    func emptyBase() throws {
        #expect(try resolve("g", against: "http://a") == "http://a/g")
        #expect(try resolve("?y", against: "http://a") == "http://a?y")
        for text in ["http://a:80/b?c#d", "//a", "?", "#", "mailto:a@b", "a/b", ""] {
            #expect(URIReference(text)?.description == text)
        }
    }
}

import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite("Deprecation notices", .failsOnUnexpectedCalls)
struct DeprecationNoticeTests {
    private static let since = Date(timeIntervalSince1970: 1_688_169_599)
    private static let end = Date(timeIntervalSince1970: 784_111_777)

    private func fields(_ pairs: [(String, String)]) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        return fields
    }

    private func notice(_ pairs: (String, String)..., path: String = "/v1/users?name=\(Canary("query").text)") throws
        -> DeprecationNotice?
    {
        DeprecationNotice(
            HTTPResponse(status: .ok, headerFields: try fields(pairs)),
            to: HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: path))
    }

    @Test("a deprecation notice has the dates and links of the response")
    func whole() throws {
        let notice = try notice(
            ("Deprecation", "@1688169599"), ("Sunset", "Sun, 06 Nov 1994 08:49:37 GMT"),
            (
                "Link",
                #"</v2>; rel="successor-version", <https://docs.example/v1?p=1>; rel="deprecation"; type="text/html""#
            ),
            ("Link", "<../end>;rel=SUNSET"))
        #expect(
            notice
                == DeprecationNotice(
                    deprecation: .at(Self.since), sunset: .at(Self.end),
                    deprecationLink: URL(string: "https://docs.example/v1?p=1"),
                    sunsetLink: URL(string: "https://api.example.com/end")))
    }

    @Test("a deprecation notice exists as soon as one of its fields does, whatever its value")
    func malformed() throws {
        #expect(try notice(("Deprecation", "true")) == DeprecationNotice(deprecation: .unreadable))
        #expect(try notice(("Deprecation", "")) == DeprecationNotice(deprecation: .unreadable))
        #expect(try notice(("Sunset", "soon")) == DeprecationNotice(sunset: .unreadable))
        #expect(
            try notice(("Deprecation", "@1"), ("Deprecation", "@2")) == DeprecationNotice(deprecation: .unreadable))
        #expect(try notice(("Link", "</x>; rel=deprecation")) == nil, "a Link field alone announces nothing")
        #expect(try notice(("Date", "Sun, 06 Nov 1994 08:49:37 GMT")) == nil)
    }

    @Test(
        "a deprecation notice has the date of its structured field, and none if the field has another form",
        arguments: [
            ("@0", 0), ("@-62135596800", -62_135_596_800), ("@1688169599;x=1", 1_688_169_599),
            ("@999999999999999", 999_999_999_999_999),
        ]
            + [
                "", "@", "@-", "@+1", "@1.5", "1688169599", "@1e3", "@1000000000000000", "@ 1", "@1 2", "@١", "@1, @2",
                "?1", "Sun, 06 Nov 1994 08:49:37 GMT", "@--1", "@1\u{308}",
            ].map { ($0, nil) } as [(String, Double?)])
    func dates(text: String, seconds: Double?) {
        #expect(StructuredDate.parse(text)?.timeIntervalSince1970 == seconds)
    }

    @Test(
        "a deprecation notice repeats nothing of the request and contains web links only",
        arguments: [
            "<>; rel=sunset", "<#x>; rel=sunset", "<mailto:a@b.example>; rel=sunset", "<javascript:x>; rel=sunset",
            #"</x>; rel=sunset; anchor="/other""#, "</x>; rel=sunsets", "</x>", "</x", "x; rel=sunset",
        ])
    func links(value: String) throws {
        let notice = try notice(("Sunset", "soon"), ("Link", value))
        #expect(notice == DeprecationNotice(sunset: .unreadable))
        #expect(!"\(String(describing: notice))".contains("canary"))
    }

    @Test(
        "the Link field is parsed by the grammar of RFC 8288",
        arguments: [
            (#"<a>;rel="x y""#, ["a x y"]), ("<a>;rel=x;rel=y", ["a x"]),
            (#"<a,b;c>; title="say \"<b>\", or; not"; REL=X ,, <d> ; rel = y;;"#, ["a,b;c x", "d y"]),
            ("<a>; crossorigin; rel=x", ["a x"]), (#"<a>; rel=x, <b>; rel="open"#, ["a x"]), ("<a> <b>; rel=x", ["a"]),
            ("", []), ("<", []), (",;=", []), (#"<a>; rel="\"#, []),
        ])
    func grammar(value: String, expected: [String]) {
        let links = LinkHeader.parse([value])
        #expect(links.map { ([$0.target] + $0.relations.sorted()).joined(separator: " ") } == expected)
        #expect(links.allSatisfy { !$0.isAboutAnother })
    }

    @Test("the monitor receives a deprecation notice once per response from the server, whatever its status")
    func event() async throws {
        for status in [HTTPResponse.Status.ok, .gone] {
            let monitor = MockEventMonitor()
            var response = ServerResponse.json(#"{"name":"pen"}"#, status: status)
            response.head.headerFields.append(
                contentsOf: try fields([("Deprecation", "@1688169599"), ("Sunset", "Sun, 06 Nov 1994 08:49:37 GMT")]))
            let session = try Session.guest(over: MockTransport(response), monitor: monitor)
            _ = try await session.response(to: .item)
            #expect(
                monitor.events.map(\.kind).filter { $0.name == "deprecated" }
                    == [.deprecated(DeprecationNotice(deprecation: .at(Self.since), sunset: .at(Self.end)))])
        }
    }
}

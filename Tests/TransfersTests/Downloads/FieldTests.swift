import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Testing

@testable import Transfers

@Suite("Header fields for downloads")
struct FieldTests {
    @Test(
        "a strong entity tag is one in quotes: neither a weak one, nor one without quotes, nor two",
        arguments: [("\"\"", true), ("\"a\"", true), ("\"a-1/W\"", true), ("\"é\"", true)]
            + ["W/\"a\"", "a", "", "\"", "\"a", "a\"", "\"a\" ", "\"a\", \"b\"", "\"a b\"", "\"a\u{7F}\"", "*"]
            .map { ($0, false) })
    func strong(text: String, isStrong: Bool) {
        #expect(StrongEntityTag(text)?.text == (isStrong ? text : nil))
    }

    @Test(
        "a content range has two ends and an optional total, and any other text is none",
        arguments: [
            ("bytes 0-0/1", .part(first: 0, last: 0, total: 1)), ("bytes 5-9/10", .part(first: 5, last: 9, total: 10)),
            ("BYTES 5-9/*", .part(first: 5, last: 9, total: nil)), ("bytes */7", .unsatisfied(total: 7)),
            ("bytes */0", .unsatisfied(total: 0)),
        ]
            + [
                "", "bytes", "bytes 5-9", "bytes 5-9/", "bytes 9-5/10", "bytes 5-10/10", "bytes -5/10", "bytes 5-/10",
                "bytes +5-9/10", "bytes 5-9/-1", "bytes */*", "bytes=5-9/10", "items 5-9/10", "bytes 5-9/10/11",
                "bytes 5-9-10/11", "bytes 0-9223372036854775807/*", "bytes 0-9/99999999999999999999",
                "bytes 0x0-9/10",
            ].map { ($0, nil) } as [(String, ContentRange?)])
    func range(text: String, expected: ContentRange?) {
        #expect(ContentRange(text) == expected)
    }

    @Test("a truncated, unrelated or impossible record is rejected")
    func damaged() throws {
        let whole = try DownloadRecord.fixture(durable: 7, total: 9).encoded()
        for length in 0..<whole.count { #expect(DownloadRecord(whole.prefix(length)) == nil) }
        let text = String(decoding: whole, as: UTF8.self)
        let damages = [
            ("\"version\" : 3", "\"version\" : 2"), ("\"durable\" : 7", "\"durable\" : -1"),
            ("\"durable\" : 7", "\"durable\" : 10"), ("\\\"v1\\\"", "v1"), ("\"durable\" : 7", "\"durable\" : \"7\""),
        ]
        for (from, to) in damages {
            #expect(text.contains(from))
            #expect(DownloadRecord(Data(text.replacingOccurrences(of: from, with: to).utf8)) == nil, "\(to)")
        }
    }

    @Test("a target differs by origin, path, query, digest and user")
    func targets() {
        func target(
            _ scheme: String, _ host: String, _ path: String, _ digest: UInt8? = nil,
            of partition: CredentialPartition? = nil
        ) -> TransferTarget {
            .init(
                HTTPRequest(method: .get, scheme: scheme, authority: host, path: path), of: partition,
                digest: digest.map { ContentDigest(algorithm: "sha-256", bytes: Data([$0])) })
        }
        let targets: Set<String> = Set(
            [
                target("https", "a.example", "/f"), target("http", "a.example", "/f"),
                target("https", "b.example", "/f"),
                target("https", "a.example", "/F"), target("https", "a.example", "/f?x=1"),
                target("https", "a.example", "/f", 1), target("https", "a.example", "/f", 2),
                target("https", "a.example", "/f", of: .user("1")), target("https", "a.example", "/f", of: .user("2")),
            ].map { "\($0)" })
        #expect(targets.count == 9)
        #expect(target("HTTPS", "A.example", "/f") == target("https", "a.example", "/f"))
    }
}

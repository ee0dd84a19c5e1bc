import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct ByteRangeTests {
    private let tag = EntityTag(opaque: "now")

    @Test(
        "a range of ten bytes selects these bytes",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=3-5", .part(3..<6)),
            ("bytes=9-", .part(9..<10)), ("bytes=0-", .part(0..<10)), ("bytes=5-99", .part(5..<10)),
            ("bytes=-1", .part(9..<10)), ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)),
            ("Bytes= 3-5 ", .part(3..<6)), ("bytes=3-99999999999999999999", .part(3..<10)),
            ("bytes=-99999999999999999999", .part(0..<10)),
            ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=5-3", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes=a-b", .whole),
            ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole), ("0-1", .whole), ("bytes=+1-2", .whole),
        ] as [(String, ByteRange)])
    func ranges(text: String, expected: ByteRange) {
        #expect(ByteRange([.range: text], length: 10, tag: tag) == expected)
    }

    @Test("no range of an empty file is satisfiable", arguments: ["bytes=0-0", "bytes=0-", "bytes=-1"])
    func empty(text: String) {
        #expect(ByteRange([.range: text], length: 0, tag: tag) == .unsatisfiable)
        #expect(ByteRange([:], length: 0, tag: tag) == .whole)
    }

    @Test(
        "If-Range allows a part only for the same strong tag",
        arguments: [
            (#""now""#, true), (#"W/"now""#, false), (#""old""#, false), ("now", false), ("*", false),
            (#""now", "old""#, false), ("Thu, 01 Jan 2026 00:00:00 GMT", false),
        ])
    func ifRange(condition: String, continues: Bool) {
        let range = ByteRange([.range: "bytes=3-", .ifRange: condition], length: 10, tag: tag)
        #expect(range == (continues ? .part(3..<10) : .whole))
    }
}

/// The order and the comparisons of RFC 9110, section 13.
struct PreconditionTests {
    private static let early = "Thu, 01 Jan 2026 00:00:00 GMT"
    private static let exact = "Thu, 01 Jan 2026 00:00:01 GMT"
    private static let late = "Thu, 01 Jan 2026 00:00:02 GMT"

    private func verdict(
        _ method: HTTPRequest.Method, _ fields: HTTPFields, modified: HTTPDate? = HTTPDate(seconds: 1_767_225_601)
    ) -> Preconditions.Verdict {
        Preconditions(method: method, fields: fields)
            .verdict(Validators(tag: EntityTag(opaque: "now"), modified: modified))
    }

    @Test(
        "each condition, and each pair in which one takes precedence, has its verdict",
        arguments: [
            ([:], .proceed, .proceed),
            ([.ifNoneMatch: #""now""#], .notModified, .failed),
            ([.ifNoneMatch: #"W/"now""#], .notModified, .failed),
            ([.ifNoneMatch: #""o,ld" ,, W/"now""#], .notModified, .failed),
            ([.ifNoneMatch: "*"], .notModified, .failed),
            ([.ifNoneMatch: #""old""#], .proceed, .proceed),
            ([.ifNoneMatch: "now"], .proceed, .proceed),
            ([.ifNoneMatch: #""now""old""#], .proceed, .proceed),
            ([.ifNoneMatch: #"*, "old""#], .proceed, .proceed),
            ([.ifMatch: #""old", "now""#], .proceed, .proceed),
            ([.ifMatch: "*"], .proceed, .proceed),
            ([.ifMatch: #"W/"now""#], .failed, .failed),
            ([.ifMatch: #""old""#], .failed, .failed),
            ([.ifMatch: "now"], .failed, .failed),
            ([.ifMatch: ""], .failed, .failed),
            ([.ifModifiedSince: exact], .notModified, .proceed),
            ([.ifModifiedSince: late], .notModified, .proceed),
            ([.ifModifiedSince: early], .proceed, .proceed),
            ([.ifModifiedSince: "yesterday"], .proceed, .proceed),
            ([.ifUnmodifiedSince: exact], .proceed, .proceed),
            ([.ifUnmodifiedSince: early], .failed, .failed),
            ([.ifUnmodifiedSince: "yesterday"], .proceed, .proceed),
            // A tag takes precedence over a date.
            ([.ifNoneMatch: #""old""#, .ifModifiedSince: late], .proceed, .proceed),
            ([.ifMatch: #""now""#, .ifUnmodifiedSince: early], .proceed, .proceed),
            ([.ifMatch: #""old""#, .ifNoneMatch: #""now""#], .failed, .failed),
        ] as [(HTTPFields, Preconditions.Verdict, Preconditions.Verdict)])
    func verdicts(fields: HTTPFields, read: Preconditions.Verdict, write: Preconditions.Verdict) {
        #expect(verdict(.get, fields) == read && verdict(.head, fields) == read && verdict(.patch, fields) == write)
    }

    @Test("conditions on dates are ignored for a resource without a date")
    func undated() {
        for fields: HTTPFields in [[.ifModifiedSince: Self.late], [.ifUnmodifiedSince: Self.early]] {
            #expect(verdict(.get, fields, modified: nil) == .proceed)
        }
    }

    @Test("an unchanged resource is not sent again, by tag and by date")
    func notModified() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            let date = "Thu, 01 Jan 2026 09:00:00 GMT"
            for (path, modified) in [
                ("/v2/users/me", date), ("/v1/users/me", date), ("/v2/users", nil), ("/v2/time-entries", nil),
            ] {
                let first = try await backend.send(.get, path, token: token)
                let tag = try #require(first.headers[.eTag])
                #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil && first.headers[.lastModified] == modified)
                #expect(first.headers[.cacheControl] == "private, no-cache" && first.headers[.vary] == "Authorization")
                var conditions: [HTTPFields] = [[.ifNoneMatch: tag], [.ifNoneMatch: "W/\(tag)"]]
                if let modified { conditions.append([.ifModifiedSince: modified]) }
                for condition in conditions {
                    let second = try await backend.send(.get, path, token: token, headers: condition)
                    #expect(second.status == .notModified && second.body.readableBytes == 0)
                    #expect(second.headers[.contentType] == nil && second.headers[.contentLength] == nil)
                    for name: HTTPField.Name in [.eTag, .lastModified, .cacheControl, .vary] {
                        #expect(second.headers[name] == first.headers[name])
                    }
                }
            }
        }
    }
}

import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct FileTests {
    private func withFiles(
        _ body:
            @escaping @Sendable (_ get: (String, HTTPFields) async throws -> TestResponse) async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            try await body { try await backend.send(.get, "/v2/files/\($0)", token: token, headers: $1) }
        }
    }

    @Test("the bytes of a sample file never change, and a part equals the same range of the whole")
    func recipe() throws {
        let file = try #require(SampleFile(name: "sample-200000"))
        let whole = Array(file.bytes(in: 0..<200_000).readableBytesView)
        #expect(
            Data(whole).sha256.hexadecimal == "06d83bb053bfdfe57a572a59ab82084c1cc69cd16d391c0b3a15563c894ad23d")
        for start in [0, 1, 7, 8, 65_535, 65_536, 65_543, 131_072] {
            for length in [0, 1, 5, 8, 9, 65_528, 65_536, 65_537] where start + length <= whole.count {
                let part = file.bytes(in: start..<start + length)
                #expect(part.readableBytesView.elementsEqual(whole[start..<start + length]), "\(start) \(length)")
            }
        }
    }

    @Test(
        "a sample file's name is its length without sign and leading zeros, within the limit",
        arguments: [
            ("sample-0", true), ("sample-268435456", true), ("sample-268435457", false), ("sample-007", false),
            ("sample-+1", false), ("sample--1", false), ("sample-", false), ("sample", false), ("other-1", false),
            ("sample-99999999999999999999", false),
        ])
    func names(name: String, isKnown: Bool) {
        #expect((SampleFile(name: name) != nil) == isKnown)
    }

    @Test("a whole file has the header fields that a later range request needs, and two ranges join to the whole")
    func ranges() async throws {
        try await withFiles { get in
            let whole = try await get("sample-200000", [:])
            let digest = Data(whole.body.readableBytesView).sha256
            #expect(whole.status == .ok && whole.body.readableBytes == 200_000)
            for (name, value) in [
                (HTTPField.Name.contentLength, "200000"), (.eTag, #""sample-200000-recipe-1""#),
                (.acceptRanges, "bytes"), (.lastModified, "Thu, 01 Jan 2026 00:00:00 GMT"),
                (.cacheControl, "private, max-age=3600"),
                (.reprDigest, "sha-256=:\(digest.base64EncodedString()):"),
            ] { #expect(whole.headers[name] == value) }
            let digestBody = try await get("sample-200000/digest", [:])
            #expect(digestBody.text == #"{"name":"sample-200000","sha256":"\#(digest.hexadecimal)","size":200000}"#)

            let first = try await get("sample-200000", [.range: "bytes=0-70000"])
            #expect(first.status == .partialContent && first.headers[.contentLength] == "70001")
            #expect(first.headers[.contentRange] == "bytes 0-70000/200000")
            let tag = try #require(first.headers[.eTag])
            let second = try await get("sample-200000", [.range: "bytes=70001-", .ifRange: tag])
            #expect(second.headers[.contentRange] == "bytes 70001-199999/200000")
            #expect(second.headers[.reprDigest] == whole.headers[.reprDigest])
            #expect(
                Array(first.body.readableBytesView) + second.body.readableBytesView
                    == Array(whole.body.readableBytesView))
            let other = try await get("sample-200000", [.range: "bytes=70001-", .ifRange: "\"other\""])
            #expect(other.status == .ok && other.headers[.contentRange] == nil && other.body == whole.body)
        }
    }

    @Test("a range beyond the end, an unchanged file and an unknown name get 416, 304 and 404")
    func otherStatuses() async throws {
        try await withFiles { get in
            let beyond = try await get("sample-1000", [.range: "bytes=1000-"])
            #expect(try beyond.outcome == "416 range_not_satisfiable")
            #expect(beyond.headers[.contentRange] == "bytes */1000")
            let empty = try await get("sample-0", [:])
            #expect(empty.status == .ok && empty.headers[.contentLength] == "0")
            #expect(try await get("sample-1000", [.ifNoneMatch: "*", .range: "bytes=0-1"]).status == .notModified)
            #expect(try await get("sample-1000", [.ifMatch: #""other""#]).outcome == "412 precondition_failed")
            for name in ["sample-268435457", "sample-x", "sample-01", "sample-x/digest"] {
                #expect(try await get(name, [:]).outcome == "404 not_found")
            }
        }
    }
}

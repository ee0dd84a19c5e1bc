import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct FileTests {
    private func withFiles(
        _ body:
            @escaping @Sendable (_ get: (HTTPRequest.Method, String, HTTPFields) async throws -> TestResponse)
            async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            try await body { try await backend.send($0, "/v2/files/\($1)", token: token, headers: $2) }
        }
    }

    @Test("the bytes of a sample file never change")
    func recipe() throws {
        let file = try #require(SampleFile(name: "sample-200000"))
        let digest = Data(file.bytes(in: 0..<200_000).readableBytesView).sha256.hexadecimal
        #expect(digest == "06d83bb053bfdfe57a572a59ab82084c1cc69cd16d391c0b3a15563c894ad23d")
    }

    @Test(
        "a part of a sample file equals the same range of the whole",
        arguments: [0, 1, 7, 8, 65_535, 65_536, 65_543, 131_072])
    func parts(start: Int) throws {
        let file = try #require(SampleFile(name: "sample-200000"))
        let whole = Array(file.bytes(in: 0..<200_000).readableBytesView)
        for length in [0, 1, 5, 8, 9, 65_528, 65_536, 65_537] where start + length <= whole.count {
            let part = file.bytes(in: start..<start + length)
            #expect(part.readableBytesView.elementsEqual(whole[start..<start + length]), "\(length)")
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

    @Test("a whole file has the header fields that a later range request needs")
    func whole() async throws {
        try await withFiles { get in
            let response = try await get(.get, "sample-200000", [:])
            let digest = Data(response.body.readableBytesView).sha256
            #expect(response.status == .ok)
            #expect(response.body.readableBytes == 200_000)
            #expect(response.headers[.contentLength] == "200000")
            #expect(response.headers[.eTag] == #""sample-200000-recipe-1""#)
            #expect(response.headers[.acceptRanges] == "bytes")
            #expect(response.headers[.lastModified] == "Thu, 01 Jan 2026 00:00:00 GMT")
            #expect(response.headers[.cacheControl] == "private, max-age=3600")
            #expect(response.headers[.reprDigest] == "sha-256=:\(digest.base64EncodedString()):")
            let digestBody = try await get(.get, "sample-200000/digest", [:])
            #expect(digestBody.text == #"{"name":"sample-200000","sha256":"\#(digest.hexadecimal)","size":200000}"#)

            let head = try await get(.head, "sample-200000", [.range: "bytes=5-"])
            #expect(head.status == .ok && head.body.readableBytes == 0)
            for name: HTTPField.Name in [.contentLength, .eTag, .acceptRanges, .reprDigest] {
                #expect(head.headers[name] == response.headers[name])
            }
        }
    }

    @Test("two ranges of a file join to the whole")
    func halves() async throws {
        try await withFiles { get in
            let whole = try await get(.get, "sample-200000", [:])
            let first = try await get(.get, "sample-200000", [.range: "bytes=0-70000"])
            #expect(first.status == .partialContent)
            #expect(first.headers[.contentRange] == "bytes 0-70000/200000")
            #expect(first.headers[.contentLength] == "70001")
            let tag = try #require(first.headers[.eTag])
            let second = try await get(.get, "sample-200000", [.range: "bytes=70001-", .ifRange: tag])
            #expect(second.status == .partialContent)
            #expect(second.headers[.contentRange] == "bytes 70001-199999/200000")
            #expect(second.headers[.reprDigest] == whole.headers[.reprDigest])
            #expect(
                Array(first.body.readableBytesView) + second.body.readableBytesView
                    == Array(whole.body.readableBytesView))
            let other = try await get(.get, "sample-200000", [.range: "bytes=70001-", .ifRange: "\"other\""])
            #expect(other.status == .ok && other.headers[.contentRange] == nil)
            #expect(other.body.readableBytes == 200_000)
        }
    }

    @Test("a range beyond the end gets 416 with the length")
    func unsatisfiable() async throws {
        try await withFiles { get in
            let response = try await get(.get, "sample-1000", [.range: "bytes=1000-"])
            try response.expectProblem(.rangeNotSatisfiable, "range_not_satisfiable")
            #expect(response.headers[.contentRange] == "bytes */1000")
            let empty = try await get(.get, "sample-0", [:])
            #expect(empty.status == .ok && empty.headers[.contentLength] == "0")
        }
    }

    @Test("an unchanged file is not sent again, and neither is a range of it")
    func notModified() async throws {
        try await withFiles { get in
            for fields: HTTPFields in [
                [.ifNoneMatch: #""sample-1000-recipe-1""#], [.ifModifiedSince: "Thu, 01 Jan 2026 00:00:00 GMT"],
                [.ifNoneMatch: "*", .range: "bytes=0-1"],
            ] {
                let response = try await get(.get, "sample-1000", fields)
                #expect(response.status == .notModified && response.body.readableBytes == 0)
                #expect(response.headers[.eTag] == #""sample-1000-recipe-1""#)
                #expect(response.headers[.contentLength] == nil)
            }
            try await get(.get, "sample-1000", [.ifMatch: #""other""#])
                .expectProblem(.preconditionFailed, "precondition_failed")
        }
    }

    @Test(
        "a name that is not a sample file's gets 404",
        arguments: ["sample-268435457", "sample-x", "sample-01", "sample-x/digest"])
    func unknown(name: String) async throws {
        try await withFiles { get in
            try await get(.get, name, [:]).expectProblem(.notFound, "not_found")
        }
    }
}

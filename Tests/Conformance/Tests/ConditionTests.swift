import Foundation
import Networking
import TestSupport
import Testing

@Suite("Conditional and range requests of a caller", .againstHttpbin, .timeLimit(.minutes(20)))
struct ConditionTests {
    @Test("a current If-None-Match is a 304 without a body", arguments: TransportUnderTest.all)
    func noneMatch(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let known = try await visitor.response(.get, "/etag/v1", headers: [HeaderField("If-None-Match", #""v1""#)])
            #expect(known.status == 304)
            #expect(known.body.isEmpty)
            let other = try await visitor.response(.get, "/etag/v1", headers: [HeaderField("If-None-Match", #""v0""#)])
            #expect(other.status == 200)
        }
    }

    @Test("an outdated If-Match is a 412", arguments: TransportUnderTest.all)
    func match(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let error = await visitor.failure(.get, "/etag/v1", headers: [HeaderField("If-Match", #""v0""#)])
            #expect(error?.cause == .status(HTTPFailure(status: 412)))
            let same = try await visitor.response(.get, "/etag/v1", headers: [HeaderField("If-Match", #""v1", "v2""#)])
            #expect(same.status == 200)
        }
    }

    @Test("a current If-Modified-Since is a 304", arguments: TransportUnderTest.all)
    func modifiedSince(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let first = try await visitor.response(.get, "/cache")
            #expect(first.status == 200)
            let date = try #require(first.header("Last-Modified"))
            let second = try await visitor.response(.get, "/cache", headers: [HeaderField("If-Modified-Since", date)])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
        }
    }

    @Test(
        "a range request returns the requested part", arguments: TransportUnderTest.all,
        [
            ("bytes=2-5", "cdef", "bytes 2-5/26"), ("bytes=23-", "xyz", "bytes 23-25/26"),
            ("bytes=-2", "yz", "bytes 24-25/26"),
        ])
    func range(transport: TransportUnderTest, part: (range: String, body: String, place: String)) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/range/26", headers: [HeaderField("Range", part.range)])
            #expect(response.status == 206)
            #expect(response.body == Data(part.body.utf8))
            #expect(response.header("Content-Range") == part.place)
        }
    }

    @Test("a range after the end is a 416 that gives the length", arguments: TransportUnderTest.all)
    func behindTheEnd(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/range/26", headers: [HeaderField("Range", "bytes=26-")])
            #expect(response.status == 416)
            #expect(response.header("Content-Range") == "bytes */26")
            let error = await visitor.failure(.get, "/range/26", headers: [HeaderField("Range", "bytes=26-")])
            #expect(error?.cause == .status(HTTPFailure(status: 416)))
        }
    }

    @Test("Docs/reference/conformance.md lists the faults of httpbin", arguments: TransportUnderTest.all)
    func faults(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let mismatch = try await visitor.response(
                .get, "/range/26", headers: [HeaderField("Range", "bytes=2-5"), HeaderField("If-Range", #""another""#)])
            #expect(mismatch.status == 206)
            #expect(mismatch.header("ETag") == "range26")
            let whole = try await visitor.response(.get, "/range/26")
            #expect(whole.status == 200)
            #expect(whole.header("Content-Range") == "bytes 0-25/26")
            let first = try await visitor.response(.get, "/cache")
            let second = try await visitor.response(.get, "/cache")
            #expect(first.header("ETag") != second.header("ETag"))
        }
    }
}

import EngineTestSupport
import Foundation
import Networking
import Testing

@Suite("Conditional and range requests of a caller", .againstHttpbin, .timeLimit(.minutes(20)))
struct ConditionTests {
    @Test(
        "a condition on an entity tag is a 304, a 412 or the response", arguments: TransportUnderTest.all,
        [
            ("If-None-Match", #""v1""#, 304), ("If-None-Match", #""v0""#, 200), ("If-Match", #""v1", "v2""#, 200),
            ("If-Match", #""v0""#, 412),
        ])
    func tag(transport: TransportUnderTest, condition: (name: String, value: String, status: Int)) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let headers = [HeaderField(condition.name, condition.value)]
            let response = try await visitor.response(.get, "/etag/v1", headers: headers)
            #expect(response.status == condition.status)
            #expect(response.body.isEmpty == (condition.status != 200))
        }
    }

    @Test("a current If-Modified-Since is a 304", arguments: TransportUnderTest.all)
    func modifiedSince(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let date = try #require(try await visitor.response(.get, "/cache").header("Last-Modified"))
            let second = try await visitor.response(.get, "/cache", headers: [HeaderField("If-Modified-Since", date)])
            #expect(second.status == 304 && second.body.isEmpty)
        }
    }

    @Test(
        "a range request returns the requested part, and a 416 with the length after the end",
        arguments: TransportUnderTest.all,
        [
            ("bytes=2-5", 206, "cdef", "bytes 2-5/26"), ("bytes=23-", 206, "xyz", "bytes 23-25/26"),
            ("bytes=-2", 206, "yz", "bytes 24-25/26"), ("bytes=26-", 416, "", "bytes */26"),
        ])
    func range(
        transport: TransportUnderTest, part: (range: String, status: Int, body: String, place: String)
    ) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/range/26", headers: [HeaderField("Range", part.range)])
            #expect(response.status == part.status)
            #expect(response.body == Data(part.body.utf8))
            #expect(response.header("Content-Range") == part.place)
        }
    }

    @Test("Docs/reference/evidence.md lists the faults of httpbin", arguments: TransportUnderTest.all)
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

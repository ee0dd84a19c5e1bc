import Foundation
import Networking
import TestSupport
import Testing

@Suite("A decoding error")
struct DecodingFailureTests {
    private struct Order: Decodable {
        let items: [Line]
        let extra: [String: Line]?

        struct Line: Decodable {
            let name: String
            let count: UInt8
            let colour: Colour?
            let site: URL?
            let id: UUID?
            let bytes: Data?

            enum CodingKeys: String, CodingKey {
                case name, count, site, id, bytes
                case colour = "line_colour"
            }
        }

        enum Colour: String, Decodable {
            case red, blue
        }
    }

    private func failure<Value: Decodable & Sendable>(
        of text: String, as type: Value.Type, answer: AnswerDecoding<Int>? = nil
    ) async throws -> (DecodingFailure, NetworkError)? {
        let session = try Client.fixture(transport: FakeTransport { _ in .json(text) }).session(for: TestGuest.self)
        let answer = answer ?? .json(type) { _ in 1 }
        do throws(NetworkError) {
            _ = try await session.send(Endpoint<TestGuest, Int>(.get, "/a", answer: answer))
            Issue.record("\(text) was understood")
            return nil
        } catch {
            guard case .decoding(let failure) = error.cause else {
                Issue.record("expected a decoding error, got \(error)")
                return nil
            }
            return (failure, error)
        }
    }

    @Test(
        "names the place, from the outside in, in the wire's spelling, and nothing of what the server sent",
        arguments: [
            (#"{}"#, "items"),
            (#"{"items":null}"#, "items"),
            (#"{"items":{"canary":1}}"#, "items"),
            (#"{"items":[{"name":"a","count":1},{"count":1,"canary":"canary"}]}"#, "items.1.name"),
            (#"{"items":[{"name":7,"count":1}]}"#, "items.0.name"),
            (#"{"items":[{"name":null,"count":1}]}"#, "items.0.name"),
            (#"{"items":[{"name":"canary","count":"canary"}]}"#, "items.0.count"),
            // Foundation forgets the place of a number that does not fit.
            (#"{"items":[{"name":"a","count":7736251}]}"#, ""),
            (#"{"items":[{"name":"a","count":-1}]}"#, ""),
            (#"{"items":[{"name":"a","count":1.5}]}"#, ""),
            (#"{"items":[{"name":"a","count":1,"line_colour":"canary"}]}"#, "items.0.line_colour"),
            (#"{"items":[{"name":"a","count":1,"id":"canary"}]}"#, "items.0.id"),
            (#"{"items":[{"name":"a","count":1,"bytes":"canary!"}]}"#, "items.0.bytes"),
            (#"{"items":[],"extra":{"k":{"name":"a"}}}"#, "extra.k.count"),
            (#"{"items":[canary]}"#, ""),
            (#"canary"#, ""),
            ("", ""),
            (#"{"items":[],"#, ""),
            ("\u{FEFF}<html>canary</html>", ""),
        ])
    func place(text: String, path: String) async throws {
        let (failure, error) = try #require(try await failure(of: text, as: Order.self))
        #expect(failure.path == path)
        #expect(!failure.expectation.isEmpty)
        for shown in [failure.expectation, error.description, error.explanation] {
            #expect(!shown.contains("canary"))
            #expect(!shown.contains("7736251"))
        }
    }

    @Test("passes on what a coder says of its own form, where it gives the reason underneath")
    func coder() async throws {
        struct Reason: Error {}
        let answer = AnswerDecoding<Int>(accept: nil) { _, _ in
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [Key(stringValue: "at")], debugDescription: "Expected a date such as 2026-01-31.",
                    underlyingError: Reason()))
        }
        let failure = try #require(try await failure(of: "{}", as: Int.self, answer: answer)).0
        #expect(failure == DecodingFailure(path: "at", expectation: "Expected a date such as 2026-01-31."))
    }

    @Test("of a mapping names the error's type and what it says")
    func mapping() async throws {
        struct OutOfRange: Error, CustomStringConvertible {
            let description = "count: A count is positive."
        }
        let answer = AnswerDecoding<Int>.json(Int.self) { _ in throw OutOfRange() }
        let failure = try #require(try await failure(of: "1", as: Int.self, answer: answer)).0
        #expect(failure.path.isEmpty)
        #expect(failure.expectation.contains("OutOfRange"))
        #expect(failure.expectation.contains("A count is positive."))
    }

    @Test("is not retryable and has a sentence for people")
    func sentence() async throws {
        let error = try #require(try await failure(of: "{}", as: Order.self)).1
        #expect(!error.isRetryable)
        #expect(error.explanation == "The server's answer was not understood. The app may be older than the server.")
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

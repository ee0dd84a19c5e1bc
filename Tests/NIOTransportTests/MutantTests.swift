import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("The contract notices")
struct MutantTests {
    @Test("a transport that follows redirects")
    func following() async throws {
        try await expectBreach("a redirect is not followed") { fake in
            Mutant(fake) { request throws(TransportError) in
                let response = try await fake.send(request, body: .empty)
                guard response.head.headerFields[.location] != nil else { return response }
                var next = request
                next.path = response.head.headerFields[.location]
                return try await fake.send(next, body: .empty)
            }
        }
    }

    @Test("a transport that joins fields of one name")
    func joining() async throws {
        try await expectBreach("two Set-Cookie fields stay two") { fake in
            Mutant(fake) { request throws(TransportError) in
                var response = try await fake.send(request, body: .empty)
                let joined = response.head.headerFields[values: .setCookie].joined(separator: ", ")
                response.head.headerFields[values: .setCookie] = [joined]
                return response
            }
        }
    }

    @Test("a transport that answers after its end")
    func undead() async throws {
        try await expectBreach("after shutdown every call fails as closed") { fake in
            Mutant(fake) { request throws(TransportError) in
                try await FakeTransport { _ in .text("open") }.send(request, body: .empty)
            }
        }
    }

    @Test("a transport that sends every path without its query")
    func cutting() async throws {
        try await expectBreach("path and query arrive byte for byte") { fake in
            Mutant(fake) { request throws(TransportError) in
                var other = request
                other.path = request.path.map { path in String(path.prefix { $0 != "?" }) }
                return try await fake.send(other, body: .empty)
            }
        }
    }

    private func expectBreach(
        _ promise: String, by mutant: @escaping (FakeTransport) -> Mutant
    ) async throws {
        let clause = try #require(TransportContract.clauses.first { $0.promise == promise })
        let fake = FakeTransport()
        await withKnownIssue {
            try await clause.check(TransportSubject(transport: mutant(fake), server: fake))
        }
    }
}

/// A transport that is wrong on purpose.
private struct Mutant: Transport {
    let base: FakeTransport
    let deviation: @Sendable (HTTPRequest) async throws(TransportError) -> ServerResponse

    init(
        _ base: FakeTransport,
        deviation: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> ServerResponse
    ) {
        self.base = base
        self.deviation = deviation
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        try await deviation(request)
    }

    func shutdown() async {
        await base.shutdown()
    }
}

import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Networking
import Testing

@Suite("GraphQL errors that refuse the credential", .timeLimit(.minutes(10)))
struct AuthenticationTests {
    private static let refused =
        #"{"data":{"book":null},"errors":[{"message":"no","path":["book"],"extensions":{"code":"UNAUTHENTICATED"}}]}"#
    private static let refusedRequest = #"{"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#
    /// The root field was executed, and a field below it was refused.
    private static let refusedBelow =
        #"{"data":null,"errors":[{"message":"no","path":["addBook","owner"],"extensions":{"code":"UNAUTHENTICATED"}}]}"#
    private static let refusedRoot =
        #"{"data":null,"errors":[{"message":"no","path":["addBook"],"extensions":{"code":"UNAUTHENTICATED"}}]}"#

    @Test(
        "a query whose credential is refused is sent once more with a refreshed one",
        arguments: [
            ServerResponse.json(refused), .json(refusedRequest), .graphQL(refusedRequest),
            .json(refusedRequest, status: .unauthorized), .json(refused, status: .unauthorized),
            .json(#"{"data":{"book":null},"errors":[{"message":"no"}]}"#, status: .unauthorized),
            .empty(.unauthorized), .text("no", status: .unauthorized),
        ])
    func query(refusal: ServerResponse) async throws {
        let harness = try Harness([refusal, .json(BookData.emmaJSON)])
        #expect(try await harness.graphQL.execute(.book()) == .complete(.emma))
        #expect(harness.tokens == ["Bearer access-1", "Bearer access-2"])
        #expect(harness.refresher.calls.count == 1)
    }

    @Test(
        "a second refusal is the result, and starts no second refresh",
        arguments: [ServerResponse.json(refused), .json(refused, status: .unauthorized)])
    func refusedAgain(refusal: ServerResponse) async throws {
        let harness = try Harness(refusal)
        guard case .partial(BookData(book: nil), let errors) = try await harness.graphQL.execute(.book()) else {
            Issue.record("the result is not partial")
            return
        }
        #expect(errors.map(\.code) == ["UNAUTHENTICATED"])
        #expect(harness.transport.calls.count == 2)
        #expect(harness.refresher.calls.count == 1)
    }

    @Test(
        "a mutation is sent again only if the server has executed no part of it, or it has an idempotency key",
        arguments: [
            (ServerResponse.json(refusedRequest), Idempotency.byMethod, true), (.json(refusedRoot), .byMethod, true),
            (.json(refusedRequest, status: .unauthorized), .byMethod, true), (.empty(.unauthorized), .byMethod, true),
            (.json(refused), .byMethod, false), (.json(refusedBelow), .byMethod, false),
            (.json(refused, status: .unauthorized), .byMethod, false), (.json(refusedBelow), .keyed, true),
        ])
    func mutation(refusal: ServerResponse, idempotency: Idempotency, isRepeated: Bool) async throws {
        let harness = try Harness([refusal, .json(BookData.emmaJSON)])
        let result = try await harness.graphQL.execute(.addBook(idempotency: idempotency))
        #expect(harness.transport.calls.count == (isRepeated ? 2 : 1))
        #expect((result == .complete(.emma)) == isRepeated)
        // The next call refreshes first, because the server has refused this credential.
        if !isRepeated {
            #expect(harness.monitor.names.contains("notResent"))
            _ = try await harness.graphQL.execute(.book())
            #expect(harness.tokens == ["Bearer access-1", "Bearer access-2"])
        }
    }
}

import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import GraphQL
import HTTPTypes
import Models
import Networking
import RemoteServices
import Services
import Testing

@Suite("The review service on responses that a correct backend never sends", .failsOnUnexpectedCalls)
struct GraphQLReviewServiceTests {
    private static let review = """
        {"id": "r-1", "book": {"id": 84}, "stars": 4, "text": null, "author": "Ada", "createdAt": "2026-03-01T09:00:00Z"}
        """

    private let book: Book.ID

    init() throws {
        book = try Book.ID(84)
    }

    @Test("a query is an unsigned GET, and a mutation is a signed POST with an idempotency key and no version")
    func requests() async throws {
        let transport = MockTransport(
            .json(#"{"data": {"book": {"averageStars": null, "reviews": []}}}"#),
            .json(#"{"data": {"updateReview": \#(Self.review)}}"#))
        let services = try RemoteServicesFixture(over: transport)
        let account = try await services.loggedIn()
        _ = try await services.open(account).reviews.reviews(of: book)
        _ = try await services.open(account).reviews.update(
            Review.ID("r-1"), with: ReviewChanges(stars: Stars(4), text: .cleared))
        let (query, mutation) = (try #require(transport.calls.first), try #require(transport.calls.last))
        #expect(query.request.method == .get)
        #expect(query.request.path?.hasPrefix("/graphql?") == true)
        #expect(query.request.headerFields[.authorization] == nil)
        #expect(mutation.request.method == .post && mutation.request.path == "/graphql")
        #expect(mutation.request.headerFields[.authorization] == "Bearer access-1")
        #expect(try mutation.request.headerFields[#require(HTTPField.Name("Idempotency-Key"))]?.isEmpty == false)
        guard case .data(let body) = mutation.body else {
            Issue.record("\(mutation.body)")
            return
        }
        let json = try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
        let variables = try JSONSerialization.data(withJSONObject: #require(json["variables"]))
        try expectJSON(variables, is: #"{"id": "r-1", "changes": {"stars": 4, "text": null}}"#)
    }

    @Test("what a change leaves out is not sent")
    func absent() async throws {
        let transport = MockTransport(.json(#"{"data": {"updateReview": \#(Self.review)}}"#))
        let services = try RemoteServicesFixture(over: transport)
        let account = try await services.loggedIn()
        _ = try await services.open(account).reviews.update(Review.ID("r-1"), with: ReviewChanges())
        guard case .data(let body)? = transport.calls.first?.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: body, as: UTF8.self).contains(#""variables":{"changes":{},"id":"r-1"}"#))
    }

    @Test("an error beside the average fails the call, because the list would look complete")
    func otherPartialResult() async throws {
        let errors = #"[{"message": "No text.", "path": ["book", "reviews", 0, "text"]}]"#
        let data = #"{"book": {"averageStars": 4, "reviews": [\#(Self.review)]}}"#
        let services = try RemoteServicesFixture(
            over: MockTransport(.json(#"{"data": \#(data), "errors": \#(errors)}"#)))
        let error = await expectFailure(.network) { try await services.app.reviews.reviews(of: book).reviews }
        #expect(error?.userMessage == "No text.")
        #expect(error?.failure?.diagnostic.contains("No text.") == true)
    }

    @Test(
        "data of another shape is a response that can't be read",
        arguments: [
            #"{"book": {"averageStars": "4", "reviews": []}}"#,
            #"{"book": {"reviews": [{"id": "r-1"}]}}"#, #"{"book": {"averageStars": 4}}"#, #"{"book": []}"#,
        ])
    func otherShapes(data: String) async throws {
        let services = try RemoteServicesFixture(over: MockTransport(.json(#"{"data": \#(data)}"#)))
        let error = await expectFailure(.network) { try await services.app.reviews.reviews(of: book).reviews }
        #expect(error?.failure?.kind == .unreadableResponse)
    }

    @Test("a review with an impossible number of stars is no review")
    func invalidStars() async throws {
        let review = Self.review.replacing(#""stars": 4"#, with: #""stars": 6"#)
        let services = try RemoteServicesFixture(
            over: MockTransport(.json(#"{"data": {"book": {"averageStars": 4, "reviews": [\#(review)]}}}"#)))
        let error = await expectFailure(.network) { try await services.app.reviews.reviews(of: book).reviews }
        #expect(error?.failure?.kind == .unreadableResponse)
    }

    @Test("each member of the union has its outcome, and an unknown one is a response that can't be read")
    func union() async throws {
        let invalid = #"[{"path": ["input", "stars"], "message": "Too many."}, {"path": [], "message": "And more."}]"#
        let transport = MockTransport(
            .json(#"{"data": {"addReview": {"__typename": "ValidationFailed", "errors": \#(invalid)}}}"#),
            .json(#"{"data": {"addReview": {"__typename": "Poem"}}}"#),
            .json(
                #"{"data": {"addReview": \#(Self.review.replacing("{\"id\": \"r", with: "{\"__typename\": \"Review\", \"id\": \"r"))}}"#
            ))
        let services = try RemoteServicesFixture(over: transport)
        let reviews = try services.open(await services.loggedIn()).reviews
        let review = NewReview(bookID: book, stars: try Stars(4))
        await expectFailure(.invalid(fields: ["stars", "input"])) { try await reviews.add(review) }
        let error = await expectFailure(.network) { try await reviews.add(review) }
        #expect(error?.failure?.kind == .unreadableResponse)
        #expect(try await reviews.add(review).id.text == "r-1")
    }

    @Test(
        "the code of the first error decides",
        arguments: [
            ("UNAUTHENTICATED", ServiceErrorKind.loggedOut, nil), ("FORBIDDEN", .forbidden, .forbidden),
            ("NOT_FOUND", .notFound, .notFound), ("BAD_USER_INPUT", .network, .rejected),
            ("INTERNAL_SERVER_ERROR", .network, .server),
        ] as [(String, ServiceErrorKind, ServiceFailure.Kind?)])
    func codes(code: String, expected: ServiceErrorKind, kind: ServiceFailure.Kind?) {
        let error = ReviewServiceError(ofResult: [
            GraphQLError(message: "No.", extensions: ["code": .text(code)]),
            GraphQLError(message: "Later.", extensions: ["code": .text("FORBIDDEN")]),
        ])
        #expect(ServiceErrorKind(error) == expected)
        #expect(error.failure?.kind == kind)
    }

    @Test("a 404 means that the address has no GraphQL, not that a review is missing")
    func noGraphQL() async throws {
        let services = try RemoteServicesFixture(over: MockTransport(.empty(.notFound), .empty(.notFound)))
        let error = await expectFailure(.network) { try await services.app.reviews.reviews(of: book).reviews }
        #expect(error?.failure?.kind == .notFound)
    }

    @Test("an event that is not complete ends the sequence with its error")
    func event() async throws {
        let events = """
            event: next\ndata: {"data": {"reviewAdded": \(Self.review)}}\n\n\
            event: next\ndata: {"data": null, "errors": [{"message": "Gone.", "path": ["reviewAdded"]}]}\n\n
            """
        let transport = MockTransport(
            .data(Data(events.utf8), status: .ok, fields: [.contentType: "text/event-stream"]))
        let sequence = try RemoteServicesFixture(over: transport).app.reviews.newReviews(of: book)
        var seen: [String] = []
        do throws(ReviewServiceError) {
            for try await review in sequence { seen.append(review.id.text) }
            Issue.record("The sequence ended without its error.")
        } catch {
            #expect(error.userMessage == "Gone.")
        }
        #expect(seen == ["r-1"])
    }
}

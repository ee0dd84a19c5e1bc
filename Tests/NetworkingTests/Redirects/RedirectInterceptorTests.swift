import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@Suite("Redirected calls", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct RedirectInterceptorTests {
    private struct Harness {
        let monitor = MockEventMonitor()
        let transport: MockTransport
        let guest: Session<TestGuest>
        let member: Session<TestMember>

        /// - Parameter routes: the response for each URL; any other URL returns an item.
        init(
            _ routes: [String: (status: Int, location: String)], policy: RedirectPolicy = .follow(),
            defaultHeaders: [HeaderField] = [], order: ([any Interceptor]) -> [any Interceptor] = { $0 }
        ) throws {
            transport = MockTransport(
                over: FakeTransport { request in
                    let url = "\(request.head.scheme ?? "")://\(request.head.authority ?? "")\(request.head.path ?? "")"
                    guard let route = routes[url] else { return .json(#"{"name":"pen"}"#) }
                    return .empty(.init(code: route.status), fields: [.location: route.location])
                })
            let client = try Client.fixture(
                transport: transport, interceptors: order([RedirectInterceptor(policy), AuthenticationInterceptor()]),
                environment: .fixture(defaultHeaders: defaultHeaders), monitor: monitor)
            guest = client.session(for: TestGuest.self)
            member = client.member(of: try .fixture(refresher: MockCredentialRefresher()))
        }

        var urls: [String] {
            transport.requests.map { "\($0.scheme ?? "")://\($0.authority ?? "")\($0.path ?? "")" }
        }
        var tokens: [String?] { transport.requests.map { $0.headerFields[.authorization] } }
    }

    @Test(
        "the request after a redirect is sent once more if the server closed the connection before, but not otherwise",
        arguments: [
            ([TransportError.notSent], nil), ([.connectionLost], .connectionLost), ([.notSent, .notSent], .notSent),
        ] as [([TransportError], TransportError?)])
    func resend(errors: [TransportError], expected: TransportError?) async throws {
        let left = Mutex(errors[...])
        let transport = MockTransport(
            over: FakeTransport { request throws(TransportError) in
                guard request.head.path == "/moved" else {
                    return .empty(.temporaryRedirect, fields: [.location: "/moved"])
                }
                if let error = left.withLock({ $0.popFirst() }) { throw error }
                return .json(#"{"name":"pen"}"#)
            })
        let session = try Session.guest(over: transport, through: [RedirectInterceptor()])
        if let expected {
            await expectError(.transport(expected)) { try await session.send(.post(.none)) }
        } else {
            #expect(try await session.send(.post(.none)) == Item(name: "pen"))
        }
        let hops = Array(repeating: "/moved", count: errors[0] == .notSent ? 2 : 1)
        #expect(transport.requests.map(\.path) == ["/item"] + hops)
    }

    @Test("a redirect to another origin has no credential, even if that origin redirects back")
    func across() async throws {
        let harness = try Harness([
            "https://api.example.com/item": (302, "https://evil.net/x"),
            "https://evil.net/x": (302, "https://api.example.com/delete-everything"),
        ])
        #expect(try await harness.member.send(.item) == Item(name: "pen"))
        #expect(harness.urls.count == 3)
        #expect(harness.tokens == ["Bearer access-1", nil, nil])
        #expect(harness.monitor.names.filter { $0 == "credentialWithheld" }.count == 1)
    }

    @Test("a redirect to another origin drops the endpoint's and environment's header fields, and reports their names")
    func ownSecrets() async throws {
        let secret = Canary("own-header").text
        let harness = try Harness(
            ["https://api.example.com/item": (307, "https://evil.net/x?token=\(secret)")],
            defaultHeaders: [HeaderField("X-Api-Key", secret), HeaderField("Accept-Language", "de")])
        let endpoint = Endpoint<TestGuest, Item>(
            .get, "/item", headers: [HeaderField("Cookie", secret)], response: .json)
        _ = try await harness.guest.send(endpoint)
        let last = try #require(harness.transport.requests.last)
        #expect(last.authority == "evil.net")
        #expect(!last.headerFields.contains { $0.value.contains("canary") })
        #expect(last.headerFields[.acceptLanguage] == "de")
        #expect(last.headerFields[.accept] == "application/json")
        #expect(harness.monitor.events.map(\.kind).contains(.headersStripped(names: ["X-Api-Key", "Cookie"])))
        #expect(!harness.monitor.names.contains("credentialWithheld"), "a guest has none")
        #expect(!"\(harness.monitor.events)".contains("canary"))
    }

    @Test("an interceptor that signs outside the redirects can't leak what it added to another origin")
    func wrongOrder() async throws {
        let harness = try Harness(
            ["https://api.example.com/item": (302, "https://evil.net/x")], order: { $0.reversed() })
        _ = try await harness.member.send(.item)
        #expect(harness.tokens == ["Bearer access-1", nil])
    }

    @Test("a 401 of another origin is the response and triggers no refresh")
    func foreignRefusal() async throws {
        let transport = FakeTransport { request in
            request.head.authority == "evil.net"
                ? .empty(.unauthorized) : .empty(.found, fields: [.location: "https://evil.net/"])
        }
        let session = try Session.member(
            of: .fixture(refresher: MockCredentialRefresher()), over: transport,
            through: [RedirectInterceptor(), AuthenticationInterceptor()])
        await expectError(.status(HTTPFailure(status: 401))) { try await session.send(.item) }
    }

    @Test("a redirect loop ends with an error that gives the number of redirects")
    func circle() async throws {
        let harness = try Harness(["https://api.example.com/item": (302, "/item")])
        let error = await expectError(.redirect(.tooMany(limit: 20))) { try await harness.guest.send(.item) }
        #expect(error?.metadata.attempts == 21)
        #expect(error?.userMessage.contains("20") == true)
        #expect(harness.monitor.names.suffix(2) == ["redirectNotFollowed", "failed"])
    }

    @Test("a policy that follows no redirect returns it as the response")
    func never() async throws {
        let harness = try Harness(["https://api.example.com/item": (302, "/x")], policy: .never)
        #expect(try await harness.guest.response(to: .item).status == 302)
        #expect(harness.monitor.events.map(\.kind).contains(.redirectNotFollowed(status: 302, reason: nil)))
        await expectError(.status(HTTPFailure(status: 302))) { try await harness.guest.send(.item) }
    }

    @Test("a 307 resends the body, and a 303 sends none", arguments: [(307, "POST", "x=1"), (303, "GET", "")])
    func bodies(status: Int, method: String, body: String) async throws {
        let harness = try Harness(["https://api.example.com/item": (status, "https://b.example/")])
        _ = try await harness.guest.send(.post(.form([QueryItem("x", "1")])))
        let last = try #require(harness.transport.calls.last)
        #expect(last.request.method.rawValue == method)
        #expect(try await last.body.bytes() == Data(body.utf8))
        #expect(last.request.headerFields[.contentType] == (body.isEmpty ? nil : "application/x-www-form-urlencoded"))
    }

    @Test("a hop's body is released before the next hop is sent")
    func bodyIsReleased() async throws {
        let alive = Mutex<[Bool]>([])
        let first = BodyWatch()
        let transport = FakeTransport { request in
            if request.head.path == "/fixture" {
                return ServerResponse(
                    head: HTTPResponse(status: .found, headerFields: [.location: "/next"]),
                    body: .stream(ByteStream(ScriptedBytes([], watchedBy: first))))
            }
            alive.withLock { $0.append(first.isHeld) }
            return .empty(.ok)
        }
        let pipeline = Pipeline(interceptors: [RedirectInterceptor()], transport: transport)
        let response = try await pipeline.send(.fixture(delivery: .streamed))
        #expect(response.head.status == .ok)
        #expect(alive.withLock { $0 } == [false])
    }
}

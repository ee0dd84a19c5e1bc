import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import TestSupport
import Testing

@testable import Demo

@Suite("strata api --paginate")
struct PaginationTests {
    @Test("prints every page of a list, one per line or all in one array, and stops after --max-pages")
    func pages() async throws {
        try await Workplace.withoutBackend { place in
            try await PagedServer.with(items: 7) { list in
                let expected = (0..<7).map { "i-\($0)" }
                let lines = try await place.strata("api", "\(list)?per_page=3", "--paginate")
                #expect(lines.code == 0, "\(lines.errors)")
                let pages = lines.output.split(separator: "\n")
                #expect(pages.count == 3)
                #expect(try pages.flatMap { try ids(in: Data($0.utf8)) } == expected)
                let array = try await place.strata("api", list, "-F", "per_page=3", "--paginate", "--slurp")
                let slurped = try #require(
                    try JSONSerialization.jsonObject(with: Data(array.output.utf8)) as? [[String: Any]])
                #expect(slurped.flatMap(ids) == expected)
                let some = try await place.strata(
                    "api", "\(list)?per_page=2", "--paginate", "--max-pages", "2", "--json")
                #expect(some.code == 0)
                #expect(some.errors == "strata: Stopped after 2 pages. The list has more (--max-pages).\n")
                let responses = some.output.split(separator: "\n")
                #expect(responses.count == 2)
                #expect(responses.allSatisfy { $0.hasPrefix(#"{"attempts":1,"body":{"json":{"items":["#) })
            }
        }
    }

    @Test(
        "follows next in a JSON object: absolute, relative, and as the server encodes it",
        arguments: [
            "http://127.0.0.1:8080/base/books/?page=2&q=a%2Cb", "?page=2&q=a%2Cb", "/base/books/?page=2&q=a%2Cb",
        ])
    func next(_ next: String) async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                request.head.path == "/base/books/?page=2&q=a%2Cb"
                    ? .json(#"{"next": null}"#) : .json(#"{"next": "\#(next)"}"#)
            })
        #expect(try await send("/books/?q=a,b", to: server) == nil)
        #expect(server.calls.map(\.request.path) == ["/base/books/?q=a,b", "/base/books/?page=2&q=a%2Cb"])
    }

    @Test("relative references begin at the URL that a redirect has led to")
    func redirected() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                switch request.head.path {
                case "/base/list": .empty(.found, fields: [.location: "/elsewhere/all"])
                case "/elsewhere/all": .json(#"{"next": "rest"}"#)
                default: .json("[]")
                }
            })
        #expect(try await send("/list", to: server) == nil)
        #expect(server.calls.map(\.request.path) == ["/base/list", "/elsewhere/all", "/elsewhere/rest"])
    }

    @Test(
        "a page on another server is not requested",
        arguments: [
            "http://other.example/", "https://127.0.0.1:8080/", "http://127.0.0.1:9/", "//127.0.0.1/base/list",
        ])
    func otherOrigin(_ next: String) async throws {
        let server = MockTransport(over: FakeTransport { _ in .json(#"{"next": "\#(next)"}"#) })
        let error = try await send("/list", to: server)
        guard case .otherOrigin(_, page: 1) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(server.calls.count == 1)
    }

    @Test("a list that leads back to an earlier page, or never ends, stops with an error")
    func endless() async throws {
        let circle = MockTransport(
            over: FakeTransport { request in
                .json(request.head.path == "/base/b" ? #"{"next": "/base/a"}"# : #"{"next": "/base/b"}"#)
            })
        #expect(try await send("/a", to: circle) == .loop(from: 2, to: 1))
        let endless = MockTransport(
            over: FakeTransport { request in
                let number = request.head.path.flatMap { Int($0.dropFirst("/base/".count)) } ?? 0
                return .json(#"{"next": "/base/\#(number + 1)"}"#)
            })
        #expect(try await send("/1", to: endless) == .tooManyPages(1_000))
        #expect(endless.calls.count == 1_000)
    }

    @Test("a failed later page is an error with its number; a failed first page is the response")
    func failures() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                request.head.path == "/base/a" ? .json(#"{"next": "/base/b"}"#) : .json(#"{}"#, status: .notFound)
            })
        guard case .status(404, page: 2, _) = try await send("/a", to: server) else {
            Issue.record("another outcome")
            return
        }
        #expect(try await outcome("/b", from: server).status == 404)
    }

    @Test(
        "what is no page, or no address, is an error",
        arguments: [
            ("<html>", .notJSON(page: 1)), ("", .notJSON(page: 1)), (#"{"next": 2}"#, .unreadableNext(page: 1)),
            (#"{"a":1,}"#, .notJSON(page: 1)), ("[01]", .notJSON(page: 1)), ("[\"a\nb\"]", .notJSON(page: 1)),
            (#"{"next": {"href": "/b"}}"#, .unreadableNext(page: 1)),
            (#"{"next": "mailto:ada@example.com"}"#, .unreadableNext(page: 1)),
            (#"{"next": "http://ada:secret@127.0.0.1:8080/b"}"#, .unreadableNext(page: 1)),
            (#"{"next": "\u0000"}"#, .unreadableNext(page: 1)), (#"{"next": "/b?page=%zz"}"#, .unreadableNext(page: 1)),
        ] as [(String, PaginationError)])
    func unreadable(body: String, error: PaginationError) async throws {
        let server = MockTransport(over: FakeTransport { _ in .text(body) })
        #expect(try await send("/a", to: server) == error)
        #expect(server.calls.count == 1)
    }

    @Test(
        "a Link field takes precedence over next, and ends the list if it has no next relation and neither has the body"
    )
    func link() async throws {
        let server = MockTransport(
            over: FakeTransport { request in
                request.head.path == "/base/a"
                    ? .data(
                        Data(#"{"next": "/base/other"}"#.utf8),
                        fields: [.init("Link") ?? .location: #"<a>; rel="first", </base/b>; rel="next last""#])
                    : .json(#"["next"]"#)
            })
        #expect(try await send("/a", to: server) == nil)
        #expect(server.calls.map(\.request.path) == ["/base/a", "/base/b"])
    }

    @Test("each page is printed before the next is requested, and a failed page leaves an array open")
    func order() async throws {
        let printed = Mutex("")
        let seen = Mutex<[String]>([])
        let server = MockTransport(
            over: FakeTransport { request in
                seen.withLock { $0.append(printed.withLock(\.self)) }
                return switch request.head.path {
                case "/base/a": .json("{\n\"next\": \"b\"\n}")
                case "/base/b": .json(#"{"next": "c"}"#)
                default: .empty(.badRequest)
                }
            })
        let error = try await send("/a", to: server, ["--slurp"]) { piece in
            printed.withLock { $0 += String(decoding: piece, as: UTF8.self) }
        }
        #expect(error != nil)
        let first = #"[{"next":"b"}"#
        #expect(seen.withLock(\.self) == ["", first, first + ",\n" + #"{"next":"c"}"#])
        #expect(printed.withLock(\.self) == first + ",\n" + #"{"next":"c"}"#)
    }

    @Test("a next page whose path is longer than 8,192 bytes is not requested")
    func longPath() async throws {
        for (length, error) in [(8_192, nil), (8_193, .longNext(page: 1))] as [(Int, PaginationError?)] {
            let path = "/" + String(repeating: "a", count: length - 1)
            let server = MockTransport(
                over: FakeTransport { request in
                    request.head.path == "/base/list" ? .json(#"{"next": "\#(path)"}"#) : .json("[]")
                })
            #expect(try await send("/list", to: server) == error)
            #expect(server.calls.count == (error == nil ? 2 : 1))
        }
    }

    /// The ids of the items on a page.
    private func ids(in page: Data) throws -> [String] {
        ids(in: try #require(try JSONSerialization.jsonObject(with: page) as? [String: Any]))
    }

    private func ids(in page: [String: Any]) -> [String] {
        (page["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }

    /// Why the pages of `target` can't be followed to their end; `nil` if they can.
    private func send(
        _ target: String, to server: MockTransport, _ options: [String] = [],
        write: @escaping @Sendable (Data) -> Void = { _ in }
    ) async throws -> PaginationError? {
        do {
            guard case .pages = try await outcome(target, from: server, options, write: write) else {
                Issue.record("no pages")
                return nil
            }
            return nil
        } catch let error as PaginationError {
            return error
        }
    }

    private func outcome(
        _ target: String, from server: MockTransport, _ options: [String] = [],
        write: @escaping @Sendable (Data) -> Void = { _ in }
    ) async throws -> APICall.Outcome {
        var settings = AppSettings.standard
        settings.baseURL = settings.baseURL.appending(path: "base")
        settings.session = .ephemeral
        let output = Terminal(environment: [:])
        return try await ComposedApp.run(
            settings,
            assembly: { $0.overriding { Singleton(.transport) { server as any Transport } } }
        ) { app in
            let raw = try await RawRequest(
                [target], options: try RequestOptions.parse([]), baseURL: app.settings.baseURL,
                identifiers: RandomIdentifierSource(), input: BodyInput(within: nil, time: SystemTimeSource()))
            let call = APICall(
                raw: try raw.firstPage(), app: app, settings: RunSettings(app: app.settings),
                options: try CredentialOptions.parse(["--auth", "none"]),
                output: try ResponseOptions.parse([]), timeLimit: nil, terminal: output,
                pages: PagePrinter(
                    output, options: try PageOptions.parse(["--paginate"] + options), json: false, write: write))
            return try await call.send()
        }
    }
}

extension APICall.Outcome {
    fileprivate var status: Int? {
        if case .response(let response) = self { response.status } else { nil }
    }
}

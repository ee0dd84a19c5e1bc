import ArgumentParser
import Composition
import DependencyInjection
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Synchronization
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata api --paginate")
struct PaginationTests {
    /// A path of 8,192 bytes, the longest that is requested.
    private static let long = "/" + String(repeating: "a", count: 8_191)

    @Test(
        "the first page of a list leads to its next page on the same server, or is an error",
        arguments: [
            (#"{"next": "http://127.0.0.1:8080/base/b?q=a%2Cb"}"#, "/base/b?q=a%2Cb", nil),
            (#"{"next": "?page=2&q=a%2Cb"}"#, "/base/a?page=2&q=a%2Cb", nil), (#"{"next": "/base/b"}"#, "/base/b", nil),
            (#"{"next": "\#(long)"}"#, long, nil), (#"{"next": "\#(long)a"}"#, nil, .longNext(page: 1)),
            (#"{"next": "http://other.example/"}"#, nil, .otherOrigin("http://other.example", page: 1)),
            (#"{"next": "https://127.0.0.1:8080/"}"#, nil, .otherOrigin("https://127.0.0.1:8080", page: 1)),
            (#"{"next": "http://127.0.0.1:9/"}"#, nil, .otherOrigin("http://127.0.0.1:9", page: 1)),
            (#"{"next": "//127.0.0.1/base/a"}"#, nil, .otherOrigin("http://127.0.0.1", page: 1)),
            ("<html>", nil, .notJSON(page: 1)), ("", nil, .notJSON(page: 1)), (#"{"a":1,}"#, nil, .notJSON(page: 1)),
            (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), nil, .tooDeep(page: 1)),
            (#"{"next": 2}"#, nil, .unreadableNext(page: 1)), (#"{"next": "\u0000"}"#, nil, .unreadableNext(page: 1)),
            (#"{"next": "mailto:ada@example.com"}"#, nil, .unreadableNext(page: 1)),
            (#"{"next": "http://ada:secret@127.0.0.1:8080/b"}"#, nil, .unreadableNext(page: 1)),
            (#"{"next": "/b?page=%zz"}"#, nil, .unreadableNext(page: 1)),
        ] as [(String, String?, PaginationError?)])
    func next(body: String, path: String?, error: PaginationError?) async throws {
        let server = MockTransport(
            over: FakeTransport { request in .text(request.head.path == "/base/a" ? body : #"{"next": null}"#) })
        #expect(try await send("/a", to: server) == error)
        #expect(server.calls.map(\.request.path) == ["/base/a", path].filter { $0 != nil })
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
        #expect(Failure(PaginationError.unreadableNext(page: 1)).status == .notUnderstood)
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
        let options = try PageOptions.parse(["--paginate"] + options)
        let printer = PagePrinter(Terminal(environment: [:]), options: options, json: false, write: write)
        return try await ComposedApp.over(server, settings) { app in
            try await app.call(target, ["--auth", "none"], pages: printer)
        }
    }
}

extension APICall.Outcome {
    fileprivate var status: Int? {
        if case .response(let response) = self { response.status } else { nil }
    }
}

import ArgumentParser
import Foundation
import Networking
import Primitives
import Testing

@testable import CommandLine
@testable import Lab

@Suite("The request of strata api")
struct RawRequestTests {
    private let input = BodyInput(within: nil, time: SystemTimeSource())

    private func request(_ arguments: String...) async throws -> RawRequest {
        let options = try RequestOptions.parse(arguments.filter { $0 != "GET" && $0 != "PUT" && $0 != "/a" })
        let words = arguments.filter { $0 == "GET" || $0 == "PUT" || $0 == "/a" }
        return try await RawRequest(
            words, options: options, baseURL: #require(URL(string: "https://api.example")),
            identifiers: RandomIdentifierSource(), input: input)
    }

    private func text(_ body: EndpointBody) -> String? {
        if case .data(let data, _) = body { String(decoding: data, as: UTF8.self) } else { nil }
    }

    @Test("the default method is GET without a body and POST with one")
    func method() async throws {
        #expect(try await request("/a").method == .get)
        #expect(try await request("/a", "-F", "a=1").method == .post)
        #expect(try await request("/a", "--data", "x").method == .post)
        #expect(try await request("PUT", "/a", "--data", "x").method == .put)
    }

    @Test("fields become query items of a GET, and otherwise a JSON object whose values keep their type")
    func fields() async throws {
        let query = try await request("GET", "/a", "-F", "n=1", "-f", "q=a b")
        #expect(query.target.path == "/a?n=1&q=a%20b")
        #expect(text(query.body) == nil)
        let body = try await request(
            "/a", "-F", "flag=true", "-F", "none=null", "-F", "number=-7", "-F", "code=007", "-F", "empty=", "-F",
            "eq=a=b", "-f", "text=true")
        #expect(
            text(body.body)
                == #"{"code":"007","empty":"","eq":"a=b","flag":true,"none":null,"number":-7,"text":"true"}"#)
    }

    @Test("a value may begin with a combining mark, and names are compared by their bytes")
    func combiningMarks() async throws {
        let request = try await request(
            "/a", "-F", "n=\u{301}x", "-F", "e\u{301}=1", "-F", "\u{E9}=2", "-H", "X-A:\u{301}y")
        #expect(text(request.body) == "{\"e\u{301}\":1,\"n\":\"\u{301}x\",\"\u{E9}\":2}")
        #expect(request.headers == [HeaderField("X-A", "\u{301}y")])
    }

    @Test("--data is sent unchanged, with the media type of --header, whose other fields are sent too, including Range")
    func data() async throws {
        let request = try await request("/a", "--data", "a,b", "-H", "content-type:text/csv", "-H", "Range: bytes=0-1")
        guard case .data(let data, let type) = request.body else { throw Failure("no data", .failure) }
        #expect(data == Data("a,b".utf8) && type == "text/csv")
        #expect(request.headers.last == HeaderField("Range", "bytes=0-1"))
    }

    @Test("a large file is streamed, and can be streamed again; a small one is read, because its size may be wrong")
    func file() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder.appending(path: "body.bin")
            let content = Data(repeating: 7, count: 64 * 1024 + 1)
            try content.dropLast().write(to: file)
            guard case .data(content.dropLast(), _) = try await request("/a", "--data", "@\(file.path)").body else {
                throw Failure("no data", .failure)
            }
            try content.write(to: file)
            guard case .stream(let stream, _) = try await request("/a", "--data", "@\(file.path)").body else {
                throw Failure("no stream", .failure)
            }
            #expect(stream.length == Int64(content.count))
            #expect(stream.isReplayable)
            #expect(try await stream.open().collect(upTo: content.count) == content)
        }
    }

    @Test(
        "malformed options are usage errors that do not repeat what can be a secret",
        arguments: [
            ["/a", "-F", "password:canary"], ["/a", "-F", "=canary"], ["/a", "-H", "canary"],
            ["/a", "-H", "Host : canary"],
            ["/a", "-F", "a=canary", "-F", "a=2"], ["/a", "--data", "@"], ["/a", "--form", "f=@"],
            ["/a", "--form", "f=@/dev/null;type="], ["/a", "--form", "f=@/dev/null;type=png"],
            ["/a", "--form", "f=@/dev/null;type=image/png\r\nX-Header: 1"], ["FETCH /a"],
        ])
    func refusals(arguments: [String]) async throws {
        let words = arguments[0].split(separator: " ").map(String.init)
        let options = try RequestOptions.parse(Array(arguments.dropFirst()))
        let base = try #require(URL(string: "https://api.example"))
        let failure = await #expect(throws: Failure.self) {
            try await RawRequest(
                words, options: options, baseURL: base, identifiers: RandomIdentifierSource(), input: input)
        }
        #expect(failure?.status == .usage && failure?.message.contains("canary") == false, "\(failure?.message ?? "")")
    }

    @Test(
        "a header field that the client sets itself is an error with a reason, in any spelling",
        arguments: ["Host", "content-length", "Transfer-Encoding", "CONNECTION", "Upgrade", "TE", "X-Request-Id"])
    func automaticFields(name: String) async throws {
        let failure = await #expect(throws: Failure.self) { try await request("/a", "-H", "\(name): 1") }
        #expect(failure?.status == .usage)
        let reason = try #require(AutomaticField.reason(name))
        #expect(failure?.message == "--header \(name): \(reason)")
    }

    @Test(
        "an unreadable file is reported with its absolute path and the system's reason",
        arguments: ["--data", "--form"])
    func unreadableFile(option: String) async throws {
        let folder = FileManager.default.currentDirectoryPath
        for (name, path, reason) in [
            ("nowhere.bin", "\(folder)/nowhere.bin", "No such file or directory"), ("/", "/", "Is a directory"),
        ] {
            let failure = await #expect(throws: Failure.self) {
                try await request("/a", option, option == "--form" ? "f=@\(name)" : "@\(name)")
            }
            #expect(failure?.message == "The file \(path) of \(option) can't be read (\(reason)).")
            #expect(failure?.status == .unsuitableFile)
        }
    }

    @Test("a media type in a form is sent as typed, with its parameters")
    func typedMediaType() async throws {
        let type = "text/plain; charset=\"utf-8\""
        guard case .multipart(let form) = try await request("/a", "--form", "f=@/dev/null;type=\(type)").body else {
            throw Failure("no form", .failure)
        }
        #expect(form.parts.map(\.contentType) == [type])
    }
}

@Suite("The target of strata api")
struct TypedTargetTests {
    @Test(
        "a target is a path below the base URL or an absolute URL, as typed",
        arguments: [
            ("/v2/users", "https://api.example/base", "/v2/users", true),
            ("/a?x=1&y=%20#part", "https://api.example/base", "/a?x=1&y=%20", true),
            ("https://other.example", "https://other.example", "/", false),
            ("http://other.example:81/a/b?c", "http://other.example:81", "/a/b?c", false),
            ("https://other.example?x=1", "https://other.example", "/?x=1", false),
            ("https://[::1]:8443/a", "https://[::1]:8443", "/a", false),
            ("http://a.example/@v2?a=b@c", "http://a.example", "/@v2?a=b@c", false),
            ("https://bücher.example/a", "https://xn--bcher-kva.example", "/a", false),
        ])
    func targets(text: String, base: String, path: String, isOwnAPI: Bool) throws {
        let target = try TypedTarget(text, baseURL: #require(URL(string: "https://api.example/base")))
        #expect(target.base.absoluteString == base)
        #expect(target.path == path)
        #expect(target.isOwnAPI == isOwnAPI)
    }

    @Test(
        "anything else is an error that names the wrong part, and does not repeat what can be a secret",
        arguments: [
            ("", "is not valid"), ("v2/users", "v2/users is not valid"),
            ("//other.example/a", "is not valid"),
            ("ftp://other.example/", "http"), ("https:///a", ""), ("https://", ""),
            ("/a b", "is not valid"),
            ("https://other.example/é", "is not valid"), ("/a\r\nX: y", "is not valid"),
            ("file:///etc/passwd", ""),
            ("/a{b}", "is not valid"), ("http://a.example:0/", "port from 1 to 65535"),
            ("http://a.example:65536/", "port from 1 to 65535"),
            ("http://a.example:99999999999999999999/", "port from 1 to 65535"), ("/a?b=%C3%A9&c=%zz", "%25"),
            ("https://a.example/%", "%25"), ("https://a%2Eb/", "xn--"),
            ("https://ada:canary@a.example/v2?a=@", "must not contain a user name"),
            ("https://a.example/cb#access_token=canary|x", "is not valid"),
            ("https://a.example/cb?token=canary|", "is not valid"), ("https://u:canary@a|", "user name"),
        ])
    func refusals(text: String, words: String) throws {
        let base = try #require(URL(string: "https://api.example"))
        let failure = try #require(throws: Failure.self) { try TypedTarget(text, baseURL: base) }
        #expect(failure.status == .usage)
        #expect(
            (words.isEmpty || failure.message.contains(words)) && !failure.message.contains("canary"),
            "\(failure)")
    }

    @Test("added query items follow those in the typed target")
    func adding() throws {
        let base = try #require(URL(string: "https://api.example"))
        let items = [QueryItem("q", "a&b"), QueryItem("é", "1 2")]
        #expect(try TypedTarget("/a", baseURL: base).adding(items).path == "/a?q=a%26b&%C3%A9=1%202")
        #expect(try TypedTarget("/a?x=%2B", baseURL: base).adding(items).path == "/a?x=%2B&q=a%26b&%C3%A9=1%202")
        #expect(try TypedTarget("/a", baseURL: base).adding([]).path == "/a")
    }
}

import Foundation
import Networking
import Testing

@testable import Demo

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
            ("https://bücher.example/a", "https://xn--bcher-kva.example", "/a", false),
        ])
    func targets(text: String, base: String, path: String, isOwnAPI: Bool) throws {
        let target = try TypedTarget(text, baseURL: #require(URL(string: "https://api.example/base")))
        #expect(target.base.absoluteString == base)
        #expect(target.path == path)
        #expect(target.isOwnAPI == isOwnAPI)
    }

    @Test(
        "anything else than a path or an HTTP URL is an error",
        arguments: [
            "", "v2/users", "//other.example/a", "ftp://other.example/", "https:///a", "https://", "/a b",
            "https://other.example/é", "/a\r\nX: y", "file:///etc/passwd", "/a{b}",
        ])
    func refusals(text: String) throws {
        let base = try #require(URL(string: "https://api.example"))
        let failure = #expect(throws: Failure.self) { try TypedTarget(text, baseURL: base) }
        #expect(failure?.status == .usage)
    }

    @Test(
        "the error names the wrong part of a target",
        arguments: [
            ("http://a.example:0/", "port from 1 to 65535"), ("http://a.example:65536/", "port from 1 to 65535"),
            ("http://a.example:99999999999999999999/", "port from 1 to 65535"), ("/a?b=%C3%A9&c=%zz", "%25"),
            ("https://a.example/%", "%25"), ("https://a%2Eb/", "xn--"),
        ])
    func reasons(text: String, words: String) throws {
        let base = try #require(URL(string: "https://api.example"))
        let failure = #expect(throws: Failure.self) { try TypedTarget(text, baseURL: base) }
        #expect(failure?.status == .usage)
        #expect(failure.map { "\($0)".contains(words) } == true)
    }

    @Test(
        "the error does not repeat what can be a secret",
        arguments: [
            "https://a.example/cb#access_token=canary|x", "https://a.example/cb?token=canary|", "https://u:canary@a|",
        ])
    func secrets(text: String) throws {
        let base = try #require(URL(string: "https://api.example"))
        let failure = #expect(throws: Failure.self) { try TypedTarget(text, baseURL: base) }
        #expect(failure.map { "\($0)".contains("canary") } == false)
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

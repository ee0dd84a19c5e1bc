import Testing

@testable import Networking

@Suite("URI references")
struct URIReferenceTests {
    private func resolve(_ text: String, against base: String = "http://a/b/c/d;p?q") throws -> String {
        try #require(URIReference(text)).resolved(against: #require(URIReference(base))).description
    }

    @Test(
        "a URI reference resolves as RFC 3986 section 5.4.1 lists",
        arguments: [
            ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
            (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
            ("../../g", "http://a/g"),
        ])
    func normal(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference resolves as RFC 3986 section 5.4.2 lists for strict parsers",
        arguments: [
            ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
            ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
            ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
            ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
            ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
        ])
    func abnormal(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference is resolved as text: nothing is decoded, encoded twice or normalized",
        arguments: [
            ("/a%2Fb/%2e%2e/%C3%A4?q=%20+%41#%42", "http://a/a%2Fb/%2e%2e/%C3%A4?q=%20+%41#%42"),
            ("/x//y/", "http://a/x//y/"), ("/a:b/c@d", "http://a/a:b/c@d"), ("HTTPS://H/%zz", "https://H/%zz"),
            ("//host/../p", "http://host/p"), ("?x=1", "http://a/b/c/d;p?x=1"), ("?", "http://a/b/c/d;p?"),
            ("/%", "http://a/%"), ("1a:b", "http://a/b/c/1a:b"), ("a/b:c", "http://a/b/c/a/b:c"),
        ])
    func verbatim(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference percent-encodes characters that URIs can't contain within their component",
        arguments: [
            ("/a b", "http://a/a%20b"), ("/ü", "http://a/%C3%BC"), ("/\\evil.com", "http://a/%5Cevil.com"),
            ("\\\\evil.com", "http://a/b/c/%5C%5Cevil.com"), ("/\"<>^`{|}", "http://a/%22%3C%3E%5E%60%7B%7C%7D"),
            ("/\u{301}x", "http://a/%CC%81x"),
        ])
    func encoded(text: String, expected: String) throws {
        #expect(try resolve(text) == expected)
    }

    @Test(
        "a URI reference with a control character is invalid",
        arguments: ["/a\r\nb", "/a\nb", "/\0", "/\tx", "/\u{7F}"])
    func controls(text: String) {
        #expect(URIReference(text) == nil)
    }

    @Test("a URI reference resolves against a base without a path, and prints its original text")
    func emptyBase() throws {
        #expect(try resolve("g", against: "http://a") == "http://a/g")
        #expect(try resolve("?y", against: "http://a") == "http://a?y")
        for text in ["http://a:80/b?c#d", "//a", "?", "#", "mailto:a@b", "a/b", ""] {
            #expect(URIReference(text)?.description == text)
        }
    }
}

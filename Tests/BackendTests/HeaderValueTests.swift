import Testing

@testable import Backend

struct HeaderValueTests {
    @Test("parameters are tokens or quoted strings")
    func parsing() throws {
        let parsed = try #require(HeaderValue(#" form-data ; Name="a;b=\"c\\" ;FILENAME=x.png"#))
        #expect(parsed.value == "form-data")
        #expect(parsed.parameters == ["name": #"a;b="c\"#, "filename": "x.png"])
    }

    @Test("parameters are optional, and media types are case-insensitive")
    func plain() throws {
        #expect(HeaderValue("form-data")?.parameters == [:])
        #expect(MediaType("Multipart/Form-Data; boundary=aB")?.essence == "multipart/form-data")
        #expect(MediaType("Multipart/Form-Data; boundary=aB")?.parameters == ["boundary": "aB"])
    }

    @Test(
        "a malformed header value is refused",
        arguments: [
            "a;", "a; b", "a; b=", "a; =c", #"a; b="c"#, #"a; b="c\"#, #"a; b="c"d"#, "a; b=c d", "a; b=c; b=d",
            "a; b=c; B=d", "a; b =c", "a; b= c", "a; b=\"c\"\u{301}",
        ])
    func refused(text: String) {
        #expect(HeaderValue(text) == nil)
    }

    @Test(
        "a malformed media type is refused",
        arguments: ["", "text", "text/", "/plain", "text/plain/x", "te xt/plain", "text/plain;"])
    func refusedTypes(text: String) {
        #expect(MediaType(text) == nil)
    }
}

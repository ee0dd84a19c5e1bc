import Testing

@testable import URLSessionTransport

@Suite("Joined Set-Cookie fields")
struct SetCookieValuesTests {
    @Test(
        "joined Set-Cookie values are split where a cookie name starts, and dates are not split",
        arguments: [
            ["a=1"], ["a=1", "b=2"], [""], ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/"],
            ["a=1; expires=Wednesday, 21-Oct-26 07:28:00 GMT; Path=/", "__Host-b=x=y; Secure", "c="],
            ["a=\"quoted\"; Domain=example.com", "b=2; Max-Age=0"],
        ])
    func split(values: [String]) {
        #expect(SetCookieValues(joined: values.joined(separator: ", ")).values == values)
        #expect(SetCookieValues(joined: values.joined(separator: ",")).values == values)
    }
}

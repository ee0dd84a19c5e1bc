import HTTPTypes
import Testing

@testable import HTTPCaching

@Suite("Cache-Control")
struct CacheControlTests {
    private func control(_ lines: String...) -> CacheControl {
        CacheControl(HTTPFields(lines.map { HTTPField(name: .cacheControl, value: $0) }))
    }

    @Test(
        "a number of seconds is read as a token or a quoted string",
        arguments: [
            ("max-age=60", 60), ("max-age=\"60\"", 60), ("MAX-AGE=60", 60), (" max-age=60 ,", 60), ("max-age=0", 0),
            ("public, max-age=60", 60), (",,max-age=60,,", 60), ("foo=\"a, max-age=1\", max-age=60", 60),
            ("foo=\"a\\\", max-age=1\", max-age=60", 60), ("max-age=60, max-age=60", 60), ("max-age = 60", 60),
            ("max-age=0060", 60), ("max-age=2147483648", 2_147_483_648),
            ("max-age=99999999999999999999999999", 2_147_483_648),
        ])
    func seconds(line: String, seconds: Int) {
        #expect(control(line).maxAge == .count(seconds))
        #expect(!control(line).noStore)
    }

    @Test(
        "an invalid number of seconds, or two different ones, is not trusted",
        arguments: [
            "max-age=", "max-age=\"\"", "max-age=abc", "max-age=-1", "max-age=+1", "max-age=1.5", "max-age=1e3",
            "max-age=6 0", "max-age=\"60", "max-age=60\"", "max-age=60, max-age=61", "max-age=60, max-age",
            "max-age=60, max-age=x, max-age=60", "max-age=٦٠", "max-age",
        ])
    func distrusted(line: String) {
        #expect(control(line).maxAge != nil)
        #expect(control(line).maxAge?.trusted == nil)
    }

    @Test(
        "directives without an argument are read, with any argument ignored",
        arguments: ["no-store", "No-Store", "no-store=1", "max-age=60 , no-store", "no-cache=\"a, b\", no-store"])
    func noStore(line: String) {
        #expect(control(line).noStore)
    }

    @Test("a directive with a list of field names applies to the whole response")
    func fieldNames() {
        #expect(control("no-cache=\"Set-Cookie, X\"").noCache)
        #expect(!control("no-cache=\"Set-Cookie, no-store\"").noStore)
    }

    @Test("an unterminated quoted string counts as no-store, because it may contain any directive")
    func openQuote() {
        #expect(control("max-age=60, foo=\"bar, no-transform").noStore)
    }

    @Test("unknown and similar directives are ignored")
    func unknown() {
        let plain = control()
        #expect(
            control("public, private, s-maxage=5, immutable, x, no-storex, xmax-age=3, stale-while-revalidate=9")
                == plain)
        #expect(control("") == plain)
        #expect(control(",, ,") == plain)
    }

    @Test("all Cache-Control lines are read as one list")
    func lines() {
        let both = control("max-age=60, must-revalidate", "no-cache")
        #expect(both.maxAge == .count(60) && both.mustRevalidate && both.noCache)
        #expect(control("max-age=60", "max-age=61").maxAge == .invalid)
        // A quotation mark ends with its line.
        #expect(control("a=\"b", "max-age=60").maxAge == .count(60))
    }

    @Test("max-stale without a number differs from max-stale with one")
    func maxStale() {
        #expect(control("max-stale").maxStale == .unspecified)
        #expect(control("max-stale=5").maxStale == .count(5))
        #expect(control("max-stale=x").maxStale == .invalid)
    }
}

import HTTPTypes
import Testing

@testable import HTTPCaching

@Suite("Cache-Control")
struct CacheControlTests {
    private func control(_ lines: String...) -> CacheControl {
        CacheControl(HTTPFields(lines.map { HTTPField(name: .cacheControl, value: $0) }))
    }

    @Test(
        "reads a number of seconds, as a token or as a quoted string",
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
        "distrusts what is no number, and two that differ",
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
        "reads directives without number, whatever stands behind them",
        arguments: ["no-store", "No-Store", "no-store=1", "max-age=60 , no-store", "no-cache=\"a, b\", no-store"])
    func noStore(line: String) {
        #expect(control(line).noStore)
    }

    @Test("takes a list of field names for the whole response")
    func fieldNames() {
        #expect(control("no-cache=\"Set-Cookie, X\"").noCache)
        #expect(!control("no-cache=\"Set-Cookie, no-store\"").noStore)
    }

    @Test("takes a quoted string without end for no-store: anything may be hidden in it")
    func openQuote() {
        #expect(control("max-age=60, foo=\"bar, no-transform").noStore)
    }

    @Test("ignores what it does not know, and what only looks alike")
    func unknown() {
        let plain = control()
        #expect(
            control("public, private, s-maxage=5, immutable, x, no-storex, xmax-age=3, stale-while-revalidate=9")
                == plain)
        #expect(control("") == plain)
        #expect(control(",, ,") == plain)
    }

    @Test("reads all lines as one list")
    func lines() {
        let both = control("max-age=60, must-revalidate", "no-cache")
        #expect(both.maxAge == .count(60) && both.mustRevalidate && both.noCache)
        #expect(control("max-age=60", "max-age=61").maxAge == .invalid)
        // A quotation mark that is open ends with its line.
        #expect(control("a=\"b", "max-age=60").maxAge == .count(60))
    }

    @Test("tells max-stale without a number from one with it")
    func maxStale() {
        #expect(control("max-stale").maxStale == .unspecified)
        #expect(control("max-stale=5").maxStale == .count(5))
        #expect(control("max-stale=x").maxStale == .invalid)
    }
}

import Models
import Testing

struct PagingTests {
    @Test("pages from 1 and sizes from 1 to 100 can be requested", arguments: [(1, 1), (1, 100), (.max, 50)])
    func accepted(number: Int, size: Int) throws {
        let request = try PageRequest(number: number, size: size)
        #expect(request.number == number && request.size == size)
    }

    @Test(
        "other pages and sizes are rejected with the field's name on the server",
        arguments: [(0, 10, "page"), (-1, 10, "page"), (1, 0, "per_page"), (1, 101, "per_page"), (1, .min, "per_page")])
    func refused(number: Int, size: Int, field: String) {
        let error = #expect(throws: InvalidValue.self) { try PageRequest(number: number, size: size) }
        #expect(error?.field == field)
    }

    @Test("the first page is the default")
    func defaultPage() throws {
        #expect(try PageRequest(size: 20) == PageRequest(number: 1, size: 20))
    }

    @Test(
        "the number of pages is rounded up, and there is always one, whatever the server's total",
        arguments: [
            (0, 20, 1), (1, 20, 1), (20, 20, 1), (21, 20, 2), (41, 20, 3), (100, 1, 100), (5, 0, 1), (5, -3, 1),
            (-5, 20, 1), (.max, 2, .max / 2 + 1), (.max, 1, .max), (.max, .max, 1), (.min, .min, 1),
        ])
    func pageCount(total: Int, size: Int, count: Int) {
        #expect(Page<Int>(items: [], number: 1, size: size, total: total).pageCount == count)
    }

    @Test("mapping preserves the page's position, and fails at the first invalid item")
    func mapping() throws {
        let page = Page(items: ["u-1", "u-2"], number: 3, size: 2, total: 41)
        let mapped = try page.map { text throws(InvalidValue) in try UserID(text) }
        #expect(mapped == Page(items: [try UserID("u-1"), try UserID("u-2")], number: 3, size: 2, total: 41))
        let bad = Page(items: ["u-1", "/", ""], number: 1, size: 3, total: 3)
        #expect(throws: InvalidValue.self) { try bad.map { text throws(InvalidValue) in try UserID(text) } }
    }
}

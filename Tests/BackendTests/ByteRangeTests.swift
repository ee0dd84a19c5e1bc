import HTTPTypes
import Testing

@testable import Backend

struct ByteRangeTests {
    private let tag = EntityTag(opaque: "now")

    @Test(
        "a range of ten bytes selects these bytes",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=0-9", .part(0..<10)), ("bytes=3-5", .part(3..<6)),
            ("bytes=9-", .part(9..<10)), ("bytes=0-", .part(0..<10)), ("bytes=5-99", .part(5..<10)),
            ("bytes=-1", .part(9..<10)), ("bytes=-10", .part(0..<10)), ("bytes=-11", .part(0..<10)),
            ("Bytes= 3-5 ", .part(3..<6)), ("bytes=3-99999999999999999999", .part(3..<10)),
            ("bytes=-99999999999999999999", .part(0..<10)),
            ("bytes=10-", .unsatisfiable), ("bytes=10-20", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=5-3", .whole), ("bytes=-", .whole), ("bytes=", .whole), ("bytes=a-b", .whole),
            ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole), ("0-1", .whole), ("bytes=+1-2", .whole),
        ] as [(String, ByteRange)])
    func ranges(text: String, expected: ByteRange) {
        #expect(ByteRange([.range: text], length: 10, tag: tag) == expected)
    }

    @Test("no range of an empty file is satisfiable", arguments: ["bytes=0-0", "bytes=0-", "bytes=-1"])
    func empty(text: String) {
        #expect(ByteRange([.range: text], length: 0, tag: tag) == .unsatisfiable)
        #expect(ByteRange([:], length: 0, tag: tag) == .whole)
    }

    @Test(
        "If-Range allows a part only for the same strong tag",
        arguments: [
            (#""now""#, true), (#"W/"now""#, false), (#""old""#, false), ("now", false), ("*", false),
            (#""now", "old""#, false), ("Thu, 01 Jan 2026 00:00:00 GMT", false),
        ])
    func ifRange(condition: String, continues: Bool) {
        let range = ByteRange([.range: "bytes=3-", .ifRange: condition], length: 10, tag: tag)
        #expect(range == (continues ? .part(3..<10) : .whole))
    }
}

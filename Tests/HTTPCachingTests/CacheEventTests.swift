import HTTPCaching
import Networking
import Testing

@Suite("Cache events")
struct CacheEventTests {
    private static let obstacles: [CacheEvent.Obstacle] = [
        .forbidden, .status(500), .redirected, .tooLarge, .varies, .notReusable, .overtaken, .sessionEnded,
    ]

    private static let events: [CacheEvent] =
        [
            .served(age: .seconds(7)), .servedStale(age: .seconds(7)), .missed, .revalidated, .stored, .invalidated,
            .storeFailed(reason: "The disk is full."),
        ] + obstacles.map { .notStored($0) }

    @Test("each cache event has a message of one line, with its values as fields")
    func sentences() {
        let kinds = Self.events.map { CallEvent.Kind.cache($0) }
        #expect(Set(kinds.map(\.message)).count == kinds.count)
        #expect(kinds.allSatisfy { $0.name == "cache" && $0.message.contains("cache") })
        #expect(kinds.map(\.cacheEvent) == Self.events)
        #expect(kinds[0].message.contains("7.0 s"))
        #expect(CallEvent.Kind.cache(.storeFailed(reason: "Full.")).message.contains("Full."))
        #expect(CallEvent.Kind.cache(.notStored(.status(418))).message.contains("418"))
        #expect(Set(Self.events.map(\.fields)).count == Self.events.count)
        #expect(CacheEvent.served(age: .seconds(7)).fields == ["decision": "served", "age": "7.0 s"])
    }

    @Test("the events in this test are complete")
    func complete() {
        #expect(Set(Self.events.map(number(of:))) == Set(0...7))
    }

    private func number(of event: CacheEvent) -> Int {
        switch event {
        case .served: 0
        case .servedStale: 1
        case .missed: 2
        case .revalidated: 3
        case .stored: 4
        case .notStored: 5
        case .invalidated: 6
        case .storeFailed: 7
        }
    }
}

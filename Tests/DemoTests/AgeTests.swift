import Foundation
import Testing

@testable import Demo

@Suite("Age of a stored copy")
struct AgeTests {
    @Test(
        "an age has its largest whole unit",
        arguments: [
            (0, "less than a minute ago"), (59.9, "less than a minute ago"), (60, "1 minute ago"),
            (210, "3 minutes ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"), (86_399, "23 hours ago"),
            (86_400, "1 day ago"), (8_640_000, "100 days ago"), (1e300, "1000000000 days ago"),
            (-1, "in the future by this machine's clock"),
        ] as [(TimeInterval, String)])
    func words(seconds: TimeInterval, expected: String) {
        #expect("\(Age(seconds: seconds))" == expected)
    }
}

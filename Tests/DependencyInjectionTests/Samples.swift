import DependencyInjection

protocol Greeting: Sendable {
    var text: String { get }
}

struct Hello: Greeting {
    let text = "hello"
}

/// A value with identity.
final class Thing: Sendable {
    let name: String

    init(_ name: String = "thing") {
        self.name = name
    }

    func isSame(_ other: Thing) -> Bool { self === other }
}

enum SampleError: Error, Equatable {
    case broken
    case stuck(String)
}

extension Key<any Greeting> {
    static var greeting: Self { Self() }
}

extension Key<Hello> {
    static var hello: Self { Self() }
}

extension Key<Thing> {
    static var a: Self { Self() }
    static var b: Self { Self() }
    static var c: Self { Self() }
    static var d: Self { Self() }
    static var e: Self { Self() }
}

extension Key<String> {
    static var account: Self { Self() }
    static var token: Self { Self() }
}

import DependencyInjection
import Testing

enum Billing {
    struct Account: Sendable { let number = 1 }
}

enum Chat {
    struct Account: Sendable { let nickname = "kay" }
}

/// Of the same name as the standard library's, in another module.
struct Duration: Sendable {
    let beats: Int
}

private struct Hidden: Sendable {}

private struct Wrapped<Inner>: Sendable {
    let depth: Int
}

@Suite("Keys")
struct KeyTests {
    @Test("a key in a computed property is named by that property")
    func nameByProperty() {
        #expect(Key<Thing>.a.name == "a")
        #expect(Key<Thing>.a == Key<Thing>("a"))
        #expect(Key<Thing>.a != Key<Thing>.b)
    }

    @Test("types of one name are different keys, and their texts tell the module or enum")
    func sameName() {
        let billing = AnyKey(Key<Billing.Account>("account"))
        let chat = AnyKey(Key<Chat.Account>("account"))
        #expect(billing != chat)
        #expect(billing.description == #""account" (DependencyInjectionTests.Billing.Account)"#)
        #expect(chat.typeName == "DependencyInjectionTests.Chat.Account")

        #expect(AnyKey(Key<Duration>("pause")) != AnyKey(Key<Swift.Duration>("pause")))
        #expect(AnyKey(Key<Swift.Duration>("pause")).typeName == "Swift.Duration")
    }

    @Test("a type and its optional, and a protocol and its implementation, are different keys")
    func differentTypes() {
        #expect(AnyKey(Key<Int>("n")) != AnyKey(Key<Int?>("n")))
        #expect(AnyKey(Key<any Greeting>("n")) != AnyKey(Key<Hello>("n")))
    }

    @Test("a private type's text holds no address")
    func privateType() {
        #expect(AnyKey(Key<[Hidden?]>("x")).typeName.contains("DependencyInjectionTests.Hidden"))
        #expect(!AnyKey(Key<[Hidden?]>("x")).typeName.contains("$"))
    }

    @Test("equal keys have one hash")
    func hashing() {
        #expect(Set([AnyKey(Key<Thing>.a), AnyKey(Key<Thing>("a")), AnyKey(Key<Thing>.b)]).count == 2)
    }

    @Test("values of same-named types never meet in a container")
    func sameNameInContainer() async throws {
        let container = try Assembly {
            Singleton(Key<Billing.Account>("account"), needs: Key<Chat.Account>("account")) { _ in Billing.Account() }
            Singleton(Key<Chat.Account>("account")) { Chat.Account() }
            Singleton(Key<Duration>("pause"), needs: Key<Swift.Duration>("pause")) { pause in
                Duration(beats: Int(pause.components.seconds))
            }
            Singleton(Key<Swift.Duration>("pause")) { .seconds(3) }
        }.build()
        #expect(try await container.resolve(Key<Billing.Account>("account")).number == 1)
        #expect(try await container.resolve(Key<Chat.Account>("account")).nickname == "kay")
        #expect(try await container.resolve(Key<Duration>("pause")).beats == 3)
    }

    @Test("hundreds of types under one name are told apart")
    func manyTypes() async throws {
        var lines: [Registration] = []
        var checks: [@Sendable (Container) async throws -> Bool] = []
        func add<Value: Sendable>(_ depth: Int, _ type: Value.Type) {
            let key = Key<Wrapped<Value>>("value")
            lines += Singleton(key) { Wrapped(depth: depth) }.registrations
            checks.append { try await $0.resolve(key).depth == depth }
            if depth < 300 { add(depth + 1, Wrapped<Value>.self) }
        }
        add(1, Int.self)
        let container = try Assembly { for line in lines { line } }.build()
        for check in checks {
            #expect(try await check(container))
        }
    }

    @Test("hundreds of keys of one type, with names of one length, are told apart")
    func manyNames() async throws {
        let container = try Assembly {
            for number in 100..<900 {
                Singleton(Key<Int>("number \(number)")) { number }
            }
        }.build()
        for number in 100..<900 {
            #expect(try await container.resolve(Key<Int>("number \(number)")) == number)
        }
    }
}

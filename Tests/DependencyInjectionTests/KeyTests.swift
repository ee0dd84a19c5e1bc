import DependencyInjection
import Testing

enum Billing {
    struct Account: Sendable { let number = 1 }
}

enum Chat {
    struct Account: Sendable { let nickname = "kay" }
}

/// Has the same name as a type of the standard library.
struct Duration: Sendable {
    let beats: Int
}

@Suite("Keys")
struct KeyTests {
    @Test("the default name of a key is the name of its computed property")
    func nameByProperty() {
        #expect(Key<Thing>.a.name == "a")
        #expect(Key<Thing>.a == Key<Thing>("a"))
        #expect(Key<Thing>.a != Key<Thing>.b)
    }

    @Test("types with the same name have different keys, and their descriptions are fully qualified")
    func sameName() {
        let billing = AnyKey(Key<Billing.Account>("account"))
        let chat = AnyKey(Key<Chat.Account>("account"))
        #expect(billing != chat)
        #expect(billing.description == #""account" (DependencyInjectionTests.Billing.Account)"#)
        #expect(chat.typeName == "DependencyInjectionTests.Chat.Account")

        #expect(AnyKey(Key<Duration>("pause")) != AnyKey(Key<Swift.Duration>("pause")))
        #expect(AnyKey(Key<Swift.Duration>("pause")).typeName == "Swift.Duration")
    }

    @Test("a type and its optional, or a protocol and its implementation, have different keys")
    func differentTypes() {
        #expect(AnyKey(Key<Int>("n")) != AnyKey(Key<Int?>("n")))
        #expect(AnyKey(Key<any Greeting>("n")) != AnyKey(Key<Hello>("n")))
    }

    @Test("a container distinguishes types with the same name")
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
}

import DependencyInjection
import Testing

@Suite("Mermaid chart")
struct MermaidTests {
    private let styles = """
            classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328
            classDef scoped fill:#dafbe1,stroke:#1a7f37,color:#1f2328
            classDef seed fill:#fff8c5,stroke:#9a6700,color:#1f2328
            classDef fault fill:#ffebe9,stroke:#d1242f,color:#82071e,stroke-width:2px

        """

    @Test("shapes show lifetimes and arrows point to needs")
    func valid() {
        let graph = Assembly {
            Singleton(.a) { Thing() }
            Seed(.token)
            Scoped(.b, needs: .a, .token) { first, _ in first }
            Scoped(.greeting, needs: .b) { _ in Hello() }
        }.graph
        #expect(
            graph.mermaid == """
                flowchart LR
                    n0["a<br/>DependencyInjectionTests.Thing<br/>singleton"]:::singleton
                    n1[/"token<br/>Swift.String<br/>seed"/]:::seed
                    n2(["b<br/>DependencyInjectionTests.Thing<br/>scoped"]):::scoped
                    n3(["greeting<br/>DependencyInjectionTests.Greeting<br/>scoped"]):::scoped
                    n2 --> n0
                    n2 --> n1
                    n3 --> n2

                """ + styles)
    }

    @Test("missing keys, cycles and captive dependencies are red")
    func faulty() {
        let graph = Assembly {
            Singleton(.a, needs: .b) { $0 }
            Singleton(.b, needs: .a, .c) { first, _ in first }
            Singleton(.c, needs: .token) { Thing($0) }
            Singleton(.d, needs: .e, .c) { first, _ in first }
            Scoped(.e) { Thing() }
        }.graph
        #expect(
            graph.mermaid == """
                flowchart LR
                    n0["a<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n1["b<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n2["c<br/>DependencyInjectionTests.Thing<br/>singleton"]:::singleton
                    n3["d<br/>DependencyInjectionTests.Thing<br/>singleton"]:::fault
                    n4(["e<br/>DependencyInjectionTests.Thing<br/>scoped"]):::fault
                    m0(("token<br/>Swift.String<br/>not registered")):::fault
                    n0 --> n1
                    n1 --> n0
                    n1 --> n2
                    n2 --> m0
                    n3 --> n4
                    n3 --> n2

                """ + styles)
    }

    @Test("special characters in names and types are escaped")
    func escaping() {
        let graph = Assembly { Singleton(Key<[String: Int]>("a \"b\" <c> #1;")) { [:] } }.graph
        #expect(
            graph.mermaid.contains(
                """
                n0["a #34;b#34; #60;c#62; #35;1;<br/>Swift.Dictionary#60;Swift.String, Swift.Int#62;<br/>singleton"]
                """))
    }
}

import Testing

@testable import Workbench

@Suite struct DeclarationScannerTests {
    private func findings(in source: String) -> DeclarationScanner.Findings {
        DeclarationScanner.findings(in: Lexer(source).tokens)
    }

    @Test("nested types, extensions and local types are found")
    func types() {
        let source = """
            public final class A<T>: B where T: C { struct D {} ; class func e() {} ; class var f: Int { 0 } }
            extension A.D { enum E { case actor(Int) } }
            func g(class name: String) { actor H {} ; let actor = 1 ; print(actor) }
            protocol P: AnyObject {}
            let i = J.class, k = \\L.struct
            """

        #expect(
            findings(in: source).types.map { "\($0.kind.rawValue) \($0.name)" } == [
                "class A", "struct D", "extension D", "enum E", "actor H", "protocol P",
            ])
    }

    @Test("a stored property belongs to the type whose body contains it")
    func properties() {
        let source = """
            class A {
                @Wrapper(wrappedValue: 1) private var b: Int
                let c: Foo.Bar<Int>?
                var d: Int { 1 }
                lazy var e = { var f = 1; return f }()
                struct G { var h = 1 }
                func i() { var j = 1 }
            }
            """
        let types = findings(in: source).types

        #expect(types.map { $0.properties.map(\.name) } == [["b", "c", "e"], ["h"]])
        #expect(types.first?.properties.map(\.typeName) == ["Int", "Bar", nil])
    }

    @Test(
        "the type comes from the annotation or the called initializer, and is nil otherwise",
        arguments: [
            ("let a: Mutex<Int>", "Mutex"), ("let a: Foo.Mutex = .init()", "Mutex"), ("let a = Mutex(0)", "Mutex"),
            ("let a = Foo.Mutex<Int>(0)", "Mutex"), ("let a = Mutex.init(0)", "Mutex"), ("let a = make()", nil),
            ("let a = Foo.make()", nil), ("let a = { Mutex(0) }()", nil), ("let a: any Mutex = b", nil),
            ("let a = b < c", nil),
        ])
    func typeNames(source: String, typeName: String?) {
        #expect(findings(in: source).globals.map(\.typeName) == [typeName])
    }

    @Test("a type on two lines hides neither accessor nor the next declaration")
    func longTypes() {
        let source = "var a: Foo &\n    Bar\n{ 1 }\nvar b: (Int) ->\n    Int = { $0 }\nlet c: [Int]\nvar d: Int { 1 }"

        #expect(findings(in: source).globals.map(\.name) == ["b", "c"])
    }

    @Test("bindings in statements at file scope are no globals")
    func statements() {
        let source =
            "if let a = b, var c = d {}\nfor var e in f {}\nwhile let g = h() {}\nguard case let i? = j else {}"

        #expect(findings(in: source).globals.isEmpty)
    }
}

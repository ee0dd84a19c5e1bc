import Testing

@testable import Demo

@Suite("The layout of JSON text")
struct JSONTextTests {
    @Test(
        "a text is written on one line, with the same tokens",
        arguments: [
            ("{ \"a\" : [ 1 , 2.50 ] ,\n\t\"b\" : { } }", #"{"a":[1,2.50],"b":{}}"#),
            (#""a \" b ,: [ \\""#, #""a \" b ,: [ \\""#), ("null", "null"), ("[[],{}]", "[[],{}]"),
            ("\"\u{7F}\u{9B}31m\u{1}é\"", #""\u007f\u009b31m\u0001é""#),
        ])
    func line(json: String, line: String) {
        #expect(JSONText.line(json) == line)
        #expect(JSONText.line(JSONText.indented(json)) == line)
    }

    @Test("members and items are indented, and empty brackets stay together")
    func indented() {
        #expect(
            JSONText.indented(#"{"a":[1,{"b":[ ]}],"c":"d"}"#) == """
                {
                  "a": [
                    1,
                    {
                      "b": []
                    }
                  ],
                  "c": "d"
                }
                """)
    }
}

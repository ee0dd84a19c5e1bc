import Testing

@testable import Workbench

@Suite struct PictureCheckTests {
    private static func svg(
        width: Int = 720, size: String = "font: 12px sans-serif", head: String = "<title>A</title><desc>B</desc>",
        dark: String = "prefers-color-scheme: dark"
    ) -> String {
        "<svg viewBox=\"0 0 \(width) 100\">\(head)<style>text { \(size); } @media (\(dark)) {}</style><text>C</text></svg>"
    }

    @Test(
        "a picture that some readers can't read is found",
        arguments: [
            (svg(width: 1080), "at 720 px it shows text of 8 px"), (svg(size: "font-size: 9.5px"), "text of 9.5 px"),
            (svg(size: "fill: red"), "its text has no size"), (svg(head: "<title>A</title>"), "no description"),
            (svg(head: "<desc>B</desc>"), "no title"), (svg(dark: "print"), "no dark style"),
            ("<svg></svg>", "no viewBox"),
        ])
    func unreadable(text: String, fault: String) {
        let found = PictureCheck.faults(of: text).map(\.what)
        #expect(found.count == 1 && found[0].contains(fault), "\(found)")
    }

    @Test("a picture with text of 10 px or more at the width of a page has no fault", arguments: [240, 720, 864])
    func readable(width: Int) {
        #expect(PictureCheck.faults(of: Self.svg(width: width)).isEmpty)
    }

    @Test("the pictures of this workspace have no fault")
    func workspace() throws {
        let workspace = try ThisWorkspace.load()
        #expect(workspace.paths.contains { $0.hasSuffix(".svg") })
        #expect(PictureCheck(workspace: workspace).breaches().map(\.text) == [])
    }
}

import Foundation

/// Checks that the pictures of the documentation can be read: in a page's width, in both color schemes, and aloud.
struct PictureCheck {
    /// The width at which a page shows a picture; a wider one is scaled down.
    private static let pageWidth = 720.0
    private static let smallestText = 10.0

    let workspace: Workspace

    func breaches() -> [Breach] {
        workspace.paths.filter { $0.isBelow(["Docs"]) && $0.hasSuffix(".svg") }.sorted().flatMap { path in
            let text = (try? String(contentsOfFile: "\(workspace.root)/\(path)", encoding: .utf8)) ?? ""
            return Self.faults(of: text).map { what, fix in
                Breach(path, 1, "docs", "", "\(what), so some readers can't read the picture", fix: fix)
            }
        }
    }

    /// What is wrong with the source of a picture, and how to correct it.
    static func faults(of text: String) -> [(what: String, fix: String)] {
        guard let width = text.firstMatch(of: /viewBox="0 0 ([\d.]+) [\d.]+"/).flatMap({ Double($0.1) }) else {
            return [("it has no viewBox that begins at 0 0", "Add one")]
        }
        let scale = min(1, pageWidth / width)
        let sizes = text.matches(of: /font(?:-size)?: ?[^;{}]*?([\d.]+)px|font-size="([\d.]+)/)
            .compactMap { Double($0.1 ?? $0.2 ?? "") }
        var faults: [(String, String)] = []
        if text.contains("<text"), sizes.isEmpty { faults.append(("its text has no size", "Give it one, in px")) }
        if let smallest = sizes.min(), smallest * scale < smallestText {
            let shown = (smallest * scale).formatted(.number.precision(.fractionLength(0...1)))
            faults.append(
                ("at \(Int(pageWidth)) px it shows text of \(shown) px", "Draw it narrower, or its text larger"))
        }
        for (part, name) in [
            ("<title>", "title"), ("<desc>", "description"), ("prefers-color-scheme: dark", "dark style"),
        ]
        where !text.contains(part) {
            faults.append(("it has no \(name)", "Add \(part)"))
        }
        return faults
    }
}

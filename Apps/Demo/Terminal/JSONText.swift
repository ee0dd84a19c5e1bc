/// JSON text in another layout: the order of members and the digits of numbers stay as they are. The text must be
/// well-formed.
enum JSONText {
    /// One member or item for each line.
    static func indented(_ json: String) -> String { format(json, isIndented: true) }

    /// Without line breaks.
    static func line(_ json: String) -> String { format(json, isIndented: false) }

    private static func format(_ json: String, isIndented: Bool) -> String {
        var text = String.UnicodeScalarView()
        var depth = 0
        // Whether the last token opened a list or an object.
        var isOpening = false
        func breakLine() {
            guard isIndented else { return }
            text.append("\n")
            text.append(contentsOf: repeatElement(" ", count: 2 * depth))
        }
        var rest = json.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case " ", "\t", "\r", "\n": continue
            case "]", "}":
                depth -= 1
                if !isOpening { breakLine() }
                text.append(scalar)
            case ",":
                text.append(scalar)
                breakLine()
            case ":": text.append(contentsOf: isIndented ? ": ".unicodeScalars : ":".unicodeScalars)
            default:
                if isOpening { breakLine() }
                text.append(scalar)
                if scalar == "\"" { appendString(from: &rest, to: &text) }
                if scalar == "{" || scalar == "[" { depth += 1 }
            }
            isOpening = scalar == "{" || scalar == "["
        }
        return String(text)
    }

    /// Appends the rest of a string. Control characters, which a terminal would interpret, are escaped.
    private static func appendString(
        from rest: inout Substring.UnicodeScalarView, to text: inout String.UnicodeScalarView
    ) {
        var isEscaped = false
        while let scalar = rest.popFirst() {
            if scalar.properties.generalCategory == .control {
                let digits = String(scalar.value, radix: 16)
                text.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            } else {
                text.append(scalar)
            }
            if scalar == "\"", !isEscaped { return }
            isEscaped = scalar == "\\" && !isEscaped
        }
    }
}

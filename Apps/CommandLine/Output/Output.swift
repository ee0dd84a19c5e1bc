/// A result of a command: members of a JSON object, most of which are also lines or cells of its text. This JSON is part
/// of the command-line interface, and not of any API.
package struct Output: Encodable, Sendable {
    let fields: [Field]

    package init(_ fields: [Field]) {
        self.fields = fields
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        for field in fields {
            if let value = field.value { try members.encode(value, forKey: Key(stringValue: field.key)) }
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package struct Field: Sendable {
        /// What people read, such as `started at`; empty for a member of the JSON only.
        let label: String
        let key: String
        /// `nil` if the JSON has no such member.
        let value: (any Encodable & Sendable)?
        let texts: [String]

        /// - Parameters:
        ///   - key: the JSON member; by default the label.
        ///   - texts: by default the value's description. Empty ones are not shown.
        package static func field<Value: Encodable & Sendable>(
            _ label: String, _ value: Value?, key: String? = nil, texts: [String]? = nil
        ) -> Field {
            Field(
                label: label, key: key ?? label.replacing(" ", with: "_"), value: value,
                texts: texts ?? value.map { ["\($0)"] } ?? [])
        }

        /// A member of the JSON only.
        package static func json<Value: Encodable & Sendable>(_ key: String, _ value: Value?) -> Field {
            Field(label: "", key: key, value: value, texts: [])
        }
    }
}

extension Table {
    /// A row for each result, with the columns of these labels, by default all.
    package init(_ items: [Output], columns: [String]? = nil) {
        let labels = columns ?? (items.first?.fields ?? []).map(\.label).filter { !$0.isEmpty }
        self.init(
            header: labels.map { $0.uppercased() },
            rows: items.map { item in
                labels.map { label in item.fields.first { $0.label == label }?.texts.first ?? "" }
            })
    }
}

extension Terminal {
    /// Shows a result as JSON or as a text.
    ///
    /// - Parameter text: prints the text, by default a line for each value.
    package func show(_ output: Output, json: Bool, text: (() -> Void)? = nil) throws {
        guard !json else {
            let text = try JSONOutput.text(output)
            return print(isWatching ? JSONText(wellFormed: text).line : text)
        }
        if let text { return text() }
        let width = max((output.fields.map(\.label.count).max() ?? 0) + 2, 8)
        for field in output.fields where !field.label.isEmpty {
            for (position, text) in field.texts.filter({ !$0.isEmpty }).enumerated() {
                print(dim((position == 0 ? field.label : "").padded(to: width)) + text.printable)
            }
        }
    }

    /// Prints a table and a line about it.
    package func show(_ table: Table, _ summary: String) {
        for line in table.lines(self) { print(line) }
        print(dim(summary))
    }
}

/// The feature that `make feature` copies.
///
/// A line of its files that names a field names only that one, and lines of fields come in groups: each group has one line for
/// every field, in the same order. A new feature's group repeats, for each of its fields, the line of the template's field
/// of that type.
struct FeatureTemplate: Sendable {
    /// A run of consecutive lines of one file.
    struct Group: Sendable {
        let start: Int
        /// One line for each field of the template.
        let lines: [String]
    }

    let feature: Feature
    let name: FeatureName
    let fields: [FeatureField]
    /// The text of each of its files by path.
    let texts: [String: String]

    /// - Throws: ``FeatureError`` if the fields of the template are not valid.
    init(feature: Feature, texts: [String: String]) throws {
        self.feature = feature
        name = FeatureName(feature)
        fields = try FeatureField.fields(feature.template ?? "")
        self.texts = texts
    }

    /// The field that a line names, `nil` if it names none or several.
    func field(in line: String) -> Int? {
        let named = fields(in: line)
        return named.count == 1 ? named[0] : nil
    }

    private func fields(in line: String) -> [Int] {
        let characters = Array(line)
        return fields.indices.filter { index in
            let name = fields[index].name
            return [name.lowerCamel, name.snake, name.kebab, name.words].contains { characters.containsWord($0) }
        }
    }

    /// The groups of a file.
    ///
    /// - Throws: ``FeatureError/unusableTemplate(file:line:what:)`` if a line names several fields, or a group lacks one.
    func groups(in lines: [String], of file: String) throws -> [Group] {
        var groups: [Group] = []
        var index = 0
        while index < lines.count {
            let named = fields(in: lines[index])
            guard !named.isEmpty else {
                index += 1
                continue
            }
            for (offset, field) in fields.enumerated() {
                let line = index + offset
                let found = line < lines.count ? fields(in: lines[line]) : []
                guard found == [offset] else {
                    let name = field.name.lowerCamel
                    let what =
                        found.count > 1
                        ? "names the fields \(found.map { fields[$0].name.lowerCamel }.joined(separator: " and "))"
                        : "must name the field \(name): lines that name fields come in groups, one line for each field"
                    throw FeatureError.unusableTemplate(file: file, line: min(line, lines.count - 1) + 1, what: what)
                }
            }
            groups.append(Group(start: index, lines: Array(lines[index..<(index + fields.count)])))
            index += fields.count
        }
        return groups
    }
}

extension [Character] {
    fileprivate func containsWord(_ word: String) -> Bool {
        let word = Array(word)
        guard count >= word.count else { return false }
        return (0...(count - word.count)).contains { self[$0...].starts(with: word) && isWord($0..<($0 + word.count)) }
    }
}

/// The feature that `make feature` copies.
///
/// In its files, a line names at most one field, and lines of fields come in groups: each group has one line for every
/// field, in the same order. A new feature's group repeats, for each of its fields, the line of the template's field of
/// that type.
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

    private func fields(in line: String) -> [Int] {
        let characters = Array(line)
        return fields.indices.filter { index in
            let name = fields[index].name
            return line.contains(name.firstWord) && !name.occurrences(in: characters).isEmpty
        }
    }

    /// The first fault of each file.
    var faults: [(file: String, line: Int, what: String)] {
        texts.sorted { $0.key < $1.key }.compactMap { path, text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            do {
                _ = try groups(in: lines, of: path)
                return nil
            } catch FeatureError.unusableTemplate(let file, let line, let what) {
                return (file, line, what)
            } catch {
                return (path, 1, "\(error)")
            }
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

/// Copies the template's texts for a new feature.
struct FeatureCopy: Sendable {
    private let template: FeatureTemplate
    private let fields: [FeatureField]
    private let names: Substitution
    private let samples: SampleValues

    init(of template: FeatureTemplate, name: FeatureName, fields: [FeatureField]) throws {
        self.template = template
        self.fields = fields
        names = .names(of: template.name, by: name)
        samples = try SampleValues(of: template)
    }

    /// A path or a line without fields, with the new feature's names.
    func renamed(_ text: String) -> String {
        names.applied(to: text)
    }

    /// The text of the new feature's file.
    ///
    /// - Throws: ``FeatureError/unusableTemplate(file:line:what:)``.
    func text(of path: String) throws -> String {
        var lines = (template.texts[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        if !path.hasSuffix(".swift") { lines = lines.aligningColumns(isPadded: false) }
        var copy: [String] = []
        var next = 0
        for group in try template.groups(in: lines, of: path) {
            copy += lines[next..<group.start].map(renamed)
            copy += try fields.map { try line(for: $0, of: group, in: path) }
            next = group.start + group.lines.count
        }
        copy += lines[next...].map(renamed)
        guard path.hasSuffix(".swift") else { return copy.aligningColumns().joined(separator: "\n") }
        return withoutUnusedImport(copy, of: lines).wrappingComments(at: 120).joined(separator: "\n")
    }

    // MARK: Fields

    private func line(for field: FeatureField, of group: FeatureTemplate.Group, in path: String) throws -> String {
        let index = template.fields.firstIndex {
            $0.isOptional == field.isOptional && (field.isOptional || $0.type == field.type)
        }
        guard let index else {
            throw FeatureError.unusableTemplate(
                file: path, line: group.start + 1, what: "has no line for a field such as \(field.text)")
        }
        let line = try field.isOptional ? optionalLine(of: group, index: index, type: field.type) : group.lines[index]
        let number = fields.prefix { $0 != field }.count { $0.type == field.type }
        let varied = samples.varied(line, of: index, for: field, number: number)
        return Self.line(
            varied, naming: field.name, insteadOf: template.fields[index].name, forms: forms(in: group), names: names)
    }

    /// A line with a field's name and the feature's names replaced.
    ///
    /// - Parameter forms: the form of the name at each of its places, which a name of one word does not show.
    private static func line(
        _ line: String, naming new: Name, insteadOf old: Name, forms: [Name.Form] = [],
        names: Substitution = Substitution()
    ) -> String {
        let characters = Array(line)
        let occurrences = old.occurrences(in: characters)
        var result = ""
        var next = 0
        for (count, occurrence) in occurrences.enumerated() {
            result += names.applied(to: String(characters[next..<occurrence.range.lowerBound]))
            let form =
                switch occurrence.forms.count {
                case 1: occurrence.forms[0]
                default:
                    forms.count == occurrences.count ? forms[count] : characters.likelyForm(at: occurrence.range)
                }
            result += new.text(as: form)
            next = occurrence.range.upperBound
        }
        return result + names.applied(to: String(characters[next...]))
    }

    /// The forms in which a group's line for a field of several words writes its name.
    private func forms(in group: FeatureTemplate.Group) -> [Name.Form] {
        guard let index = template.fields.firstIndex(where: { $0.name.wordCount > 1 }) else { return [] }
        return template.fields[index].name.occurrences(in: Array(group.lines[index])).map { $0.forms[0] }
    }

    /// The line of the template's optional string with another type, and with the sample value of that type.
    private func optionalLine(of group: FeatureTemplate.Group, index: Int, type: FeatureField.FieldType) throws
        -> String
    {
        let optional = group.lines[index]
        guard type != template.fields[index].type else { return optional }
        let types = Substitution().words([(template.fields[index].type.swiftName, type.swiftName)])
        if let help = optional.firstRange(of: "help: \"") {
            let start = String(optional[..<help.upperBound])
            return start + "Such as \(type.sampleText). " + types.applied(to: String(optional[help.upperBound...]))
        }
        guard let sample = samples.string(in: optional, of: index) else { return types.applied(to: optional) }
        let start = types.applied(to: String(optional[..<sample.lowerBound]))
        let end = types.applied(to: String(optional[sample.upperBound...]))
        guard let required = template.fields.firstIndex(where: { $0.type == type && !$0.isOptional }) else {
            return start + "nil" + end
        }
        // The line of a required field of the type has the value in the same place.
        let other = Self.line(
            group.lines[required], naming: template.fields[index].name, insteadOf: template.fields[required].name)
        for start in [start, start.replacing("\(type.swiftName)?", with: type.swiftName)]
        where other.hasPrefix(start) && other.hasSuffix(end) && other.count > start.count + end.count {
            return self.start(start, of: type, optional: types.applied(to: optional))
                + other.dropFirst(start.count).dropLast(end.count) + end
        }
        return start + "\"\(type.sampleText)\"" + end
    }

    /// The beginning of the line with the type's question mark.
    private func start(_ start: String, of type: FeatureField.FieldType, optional: String) -> String {
        let marked = start.replacing("\(type.swiftName) =", with: "\(type.swiftName)? =")
        return optional.hasPrefix(marked) ? marked : start
    }

    // MARK: Imports

    /// The copy without a public import of Foundation that no field needs, because the compiler warns about it.
    private func withoutUnusedImport(_ copy: [String], of original: [String]) -> [String] {
        let needsFoundation = { (lines: [String]) in
            lines.contains {
                $0.contains(/\b(Decimal|Date|UUID|Data|URL|Locale)\b/) && !$0.trimmingSpaces.hasPrefix("//")
            }
        }
        guard let index = copy.firstIndex(of: "public import Foundation"), needsFoundation(original),
            !needsFoundation(copy)
        else { return copy }
        var copy = copy
        copy.remove(at: index)
        while index < copy.count, index == 0, copy[0].isEmpty { copy.removeFirst() }
        return copy
    }
}

extension FeatureField.FieldType {
    /// A value as a user types it.
    fileprivate var sampleText: String {
        switch self {
        case .string: "Text"
        case .int: "2"
        case .decimal: "1.5"
        case .bool: "true"
        case .date: "2026-03-01T09:00:00Z"
        }
    }
}

extension [Character] {
    /// The form that a name probably has at a place: an option, a key, prose in a string, or an identifier.
    fileprivate func likelyForm(at range: Range<Int>) -> Name.Form {
        let before = String(self[..<range.lowerBound])
        let after = String(self[range.upperBound...])
        if before.hasSuffix("--") { return .kebab }
        if before.hasSuffix("\""), after.hasPrefix("\"") || after.hasPrefix("\\\"") { return .snake }
        if before.hasSuffix("\\(") { return .lowerCamel }
        let isInString = !before.count(where: { $0 == "\"" }).isMultiple(of: 2)
        return isInString || before.contains("//") ? .words : .lowerCamel
    }
}

extension [String] {
    /// Pads the first column of a command's output in a document, so that the values begin in one column.
    func aligningColumns(isPadded: Bool = true) -> [String] {
        var isOutput = false
        let columns = map { line -> (label: Substring, value: Substring)? in
            if line.hasPrefix("```") { isOutput = line == "```console" }
            return isOutput ? line.wholeMatch(of: /(\S.*?) {2,}(\S.*)/).map { ($0.output.1, $0.output.2) } : nil
        }
        let width = isPadded ? columns.compactMap { $0?.label.count }.max() ?? 0 : 0
        return zip(self, columns).map { line, columns in
            guard let (label, value) = columns else { return line }
            return label + String(repeating: " ", count: Swift.max(0, width - label.count) + 2) + value
        }
    }

    /// Moves the end of a comment line that is too long to the next line. `swift format` wraps code only.
    func wrappingComments(at width: Int) -> [String] {
        var result: [String] = []
        var rest: (prefix: String, words: String)?
        for var line in self {
            let prefix = line.prefixMatch(of: #/\s*///?\x20/#).map { String($0.output) }
            if let carried = rest {
                rest = nil
                let text = line.dropFirst(carried.prefix.count)
                let continues = prefix == carried.prefix && text.first?.isLetter == true
                if continues {
                    line = carried.prefix + carried.words + " " + text
                } else {
                    result.append(carried.prefix + carried.words)
                }
            }
            if let prefix, line.count > width, let space = line.prefix(width + 1).lastIndex(of: " "),
                line.distance(from: line.startIndex, to: space) > prefix.count
            {
                rest = (prefix, String(line[line.index(after: space)...]))
                line = String(line[..<space])
            }
            result.append(line)
        }
        if let rest { result.append(rest.prefix + rest.words) }
        return result
    }
}

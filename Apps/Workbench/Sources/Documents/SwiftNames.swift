/// Looks up the Swift names in documents: inline code such as `RetryPolicy`, `Pipeline.standard` or `send(_:)`, and the types in
/// Swift fences.
///
/// A name exists if it is a word of the code, a target or a folder. Names of the standard library and of packages need
/// no list, because they are words of the code that uses them. A member must be a word of a file that declares or
/// extends its type. Types that the documents' fences declare also count as existing, because the reader of a tutorial
/// writes them.
struct SwiftNames {
    private let words: Set<String>
    /// The files that declare or extend a type.
    private let files: [String: [SourceFile]]
    /// What the types of this workspace inherit and conform to.
    private let inherited: [String: Set<String>]

    init(workspace: Workspace) {
        var words = Set(workspace.manifest.targets.map(\.name))
        words.formUnion(workspace.tree.paths().flatMap { $0.split(separator: "/").map(String.init) })
        var files: [String: [SourceFile]] = [:]
        var inherited: [String: Set<String>] = [:]
        for file in workspace.files.values.joined() + workspace.strays {
            for token in file.tokens {
                switch token.kind {
                case .word: words.insert(token.text)
                // Names of header fields and keys are string literals.
                case .string: words.formUnion(Self.words(in: token.text))
                default: break
                }
            }
            let aliases = file.declarations.declarations.filter { $0.keyword == "typealias" }.map(\.name)
            for name in Set(file.declarations.types.map(\.name) + aliases) {
                files[name, default: []].append(file)
            }
            for type in file.declarations.types {
                inherited[type.name, default: []].formUnion(type.inherited)
            }
        }
        for reference in workspace.documents.flatMap(\.references) where reference.kind == .swift {
            words.formUnion(Self.declaredTypes(in: reference.text))
        }
        (self.words, self.files, self.inherited) = (words, files, inherited)
    }

    private static func words(in text: String) -> [String] {
        text.utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_"))
        }.compactMap { String($0) }
    }

    /// One result for each Swift name in a reference.
    func lookups(of reference: MarkdownReference) -> [ReferenceInspector.Lookup] {
        switch reference.kind {
        case .code: name(reference.text).map { [$0] } ?? []
        case .swift: types(in: reference.text)
        case .link, .command: []
        }
    }

    // MARK: Inline code

    /// `nil` if the text is not a Swift name.
    private func name(_ text: String) -> ReferenceInspector.Lookup? {
        // A type with or without arguments and members, or a function with its labels.
        guard
            text.wholeMatch(of: /@?[A-Z]\w*(<[\w<>., ]+>)?(\.`?[a-zA-Z]\w*`?)*(\((\w+:)*\))?[?]?/) != nil
                || text.wholeMatch(of: /[a-z]\w*\((\w+:)+\)/) != nil,
            text.contains(where: \.isLowercase), ![".swift", ".md", ".resolved"].contains(where: text.hasSuffix)
        else { return nil }
        let base = text.prefix { $0 != "(" }
        let arguments = base.matches(of: /[<, ]([A-Z]\w+)/).map { String($0.output.1) }
        let path = base.replacing(/<.*>/, with: "").split(separator: ".").map {
            $0.filter { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        guard
            let missing = (arguments + path.prefix(1)).first(where: { !words.contains($0) }) ?? missingMember(of: path)
        else { return .found }
        return .missing(subject: text, what: "no Swift file contains the name \(missing)")
    }

    /// The first component that is no member of the type before it, with that type.
    private func missingMember(of path: [String]) -> String? {
        for (type, member) in zip(path, path.dropFirst()) where !isMember(member, of: type) {
            return type + "." + member
        }
        return nil
    }

    private func isMember(_ member: String, of type: String) -> Bool {
        // The members of other packages' types are unknown.
        guard files[type] != nil else { return true }
        var types: Set<String> = []
        var open = [type]
        while let next = open.popLast() {
            guard types.insert(next).inserted else { continue }
            let names = [member, "`\(member)`"]
            if files[next, default: []].contains(where: { $0.tokens.contains { names.contains($0.text) } }) {
                return true
            }
            open += inherited[next, default: []]
        }
        // Members that the compiler can generate.
        return ["init", "allCases", "rawValue", "self"].contains(member)
    }

    // MARK: Fences

    /// The types of a fence.
    private func types(in code: String) -> [ReferenceInspector.Lookup] {
        let tokens = Lexer(code).tokens
        let names = Set(tokens.filter { $0.kind == .word && $0.text.first?.isUppercase == true }.map(\.text))
        return names.sorted().map { name in
            words.contains(name) || name.isPlaceholder
                ? .found : .missing(subject: name, what: "no Swift file contains the type \(name)")
        }
    }

    private static func declaredTypes(in code: String) -> [String] {
        let keywords: Set<String> = [
            "struct", "class", "enum", "actor", "protocol", "typealias", "associatedtype", "macro",
        ]
        let tokens = Lexer(code).tokens
        return zip(tokens, tokens.dropFirst()).filter { keywords.contains($0.0.text) }.map(\.1.text)
    }
}

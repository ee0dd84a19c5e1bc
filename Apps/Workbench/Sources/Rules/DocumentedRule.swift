/// Public declarations of the contract's `documented` targets, and the requirements of public protocols, have a
/// documentation comment.
///
/// These need none: enum cases, overrides, members of an extension that states a conformance, members that a protocol
/// of this workspace or of Swift requires, stored properties with a type of this workspace, and those of a wire type (a
/// file with coding keys), which the API's documentation describes.
struct DocumentedRule: Rule {
    let id = "documented"

    /// Names that the protocols of the toolchain require.
    private static let known: Set<String> = [
        "AsyncIterator", "Element", "Failure", "ID", "IntegerLiteralType", "RawValue", "StringLiteralType", "body",
        "debugDescription", "description", "encode", "errorDescription", "hash", "id", "makeAsyncIterator",
        "makeIterator", "next", "provideScope", "rawValue", "==", "<",
    ]

    /// Protocols and types of all files by name.
    private struct Index {
        var requirements: [String: Set<String>] = [:]
        /// What each type and protocol inherits, in all of its extensions.
        var inherited: [String: Set<String>] = [:]
        var types: Set<String> = []

        init(_ files: [SourceFile]) {
            for file in files {
                let types = file.declarations.types
                for type in types {
                    inherited[type.name, default: []].formUnion(type.inherited)
                    if type.kind != .extension { self.types.insert(type.name) }
                }
                for declaration in file.declarations.declarations {
                    guard let owner = declaration.owner, types[owner].kind == .protocol else { continue }
                    requirements[types[owner].name, default: []].insert(declaration.name)
                }
            }
        }

        /// Whether a protocol that the type names, or one that such a protocol inherits, requires the member.
        func requires(_ member: String, of type: String) -> Bool {
            // The type itself may be a protocol, whose extension has a default implementation.
            var queue = [type]
            var seen: Set<String> = []
            while let name = queue.popLast() {
                guard seen.insert(name).inserted else { continue }
                if requirements[name]?.contains(member) == true { return true }
                queue += inherited[name] ?? []
            }
            return false
        }
    }

    func judge(_ workspace: Workspace) -> Judgement {
        let index = Index(workspace.ruledFiles.map(\.file))
        let files = workspace.ruledFiles.filter { workspace.contract.documented.contains($0.row) }.map(\.file)
        var count = 0
        let breaches = files.flatMap { file in
            let judged = file.declarations.declarations.filter { isJudged($0, in: file, index) }
            count += judged.count
            return judged.filter { !hasDocumentation(above: $0.firstLine, in: file) }.map { declaration in
                Breach(
                    file: file.path, line: declaration.line, rule: id, subject: declaration.name,
                    what: "\(declaration.name) is public and has no documentation comment",
                    why: "A reader of the API sees only its declarations and their comments",
                    fix: """
                        Write one sentence that adds to the name: what it is for, its unit, its errors or its limits. \
                        Stored properties beside CodingKeys need none
                        """)
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["file": files.count, "declaration": count]))
    }

    /// Whether the comment lines directly above `line` contain documentation.
    private func hasDocumentation(above line: Int, in file: SourceFile) -> Bool {
        var line = line - 1
        while let comment = file.comments.last(where: { $0.lines.upperBound == line }) {
            if comment.text.hasPrefix("///") || comment.text.hasPrefix("/**") { return true }
            line = comment.lines.lowerBound - 1
        }
        return false
    }

    private func isJudged(_ declaration: Declaration, in file: SourceFile, _ index: Index) -> Bool {
        let owner = declaration.owner.map { file.declarations.types[$0] }
        if owner?.kind == .protocol {
            return owner?.modifiers.contains("public") == true
        }
        let isPublic = declaration.modifiers.contains("public") || declaration.modifiers.contains("open")
        guard isPublic, declaration.keyword != "extension", !declaration.modifiers.contains("override") else {
            return false
        }
        if let type = declaration.storedType {
            if index.types.contains(type) || file.declarations.types.contains(where: { $0.name == "CodingKeys" }) {
                return false
            }
        }
        guard let owner else { return true }
        if owner.kind == .extension, !owner.inherited.isEmpty { return false }
        return !Self.known.contains(declaration.name) && !index.requires(declaration.name, of: owner.name)
    }
}

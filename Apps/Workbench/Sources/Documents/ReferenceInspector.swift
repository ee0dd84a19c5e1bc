/// Looks up the names in a document's references.
struct ReferenceInspector {
    /// The result of one lookup.
    enum Lookup: Equatable {
        case found
        case missing(subject: String, what: String)
    }

    private let tree: FileTree
    private let topLevelNames: Set<String>
    private let anchors: [String: Set<String>]
    private let makeTargets: Set<String>
    private let executables: Set<String>

    init(workspace: Workspace) {
        tree = workspace.tree
        // Documentation names no build folders.
        topLevelNames = Set(workspace.tree.names(in: ".").filter { !$0.hasPrefix(".build") && $0 != ".git" })
            .union(Self.folderNames)
        anchors = Dictionary(
            workspace.documents.map { ($0.path, $0.anchors) }, uniquingKeysWith: { first, _ in first })
        makeTargets = workspace.makefile.targets
        executables = workspace.manifest.executables
    }

    /// Checked even if the whole folder is missing.
    private static let folderNames: Set<String> = [
        "Modules", "Apps", "Tests", "Docs", ".github", ".ci", ".devcontainer",
    ]

    /// One result for each name of this workspace in a reference.
    func lookups(of reference: MarkdownReference, in document: MarkdownDocument) -> [Lookup] {
        switch reference.kind {
        case .link:
            [link(reference.text, from: document)].compactMap { $0 }
        case .code:
            // A path is one word. A command has more.
            reference.text.contains(" ") ? commands(in: reference.text) : [path(reference.text)].compactMap { $0 }
        case .command:
            commands(in: reference.text)
                + ShellCommand.commands(in: reference.text).flatMap(\.words).compactMap(path)
        case .swift:
            []
        }
    }

    // MARK: Commands

    private func commands(in line: String) -> [Lookup] {
        ShellCommand.commands(in: line).flatMap { command -> [Lookup] in
            let targets = command.makeTargets.map { target in
                makeTargets.contains(target)
                    ? Lookup.found
                    : .missing(subject: "make \(target)", what: "the Makefile has no target \"\(target)\"")
            }
            let products = [command.runProduct, command.builtProduct].compactMap { $0 }.map { product in
                executables.contains(product)
                    ? Lookup.found
                    : .missing(
                        subject: "swift run \(product)", what: "no executable product has the name \"\(product)\"")
            }
            return targets + products
        }
    }

    // MARK: Paths

    /// `nil` if the text is not a path of this workspace.
    private func path(_ text: String) -> Lookup? {
        // `Package.swift:12` names a line.
        var path = text.replacing(/:\d+(-\d+)?$/, with: "")
        guard let first = path.split(separator: "/").first, topLevelNames.contains(String(first)) else { return nil }
        // `Tests` alone may be a word. A file at the root is a path.
        guard path.contains("/") || first.contains("."), !path.isPlaceholder else { return nil }
        while let last = path.last, "/.,;".contains(last) {
            path.removeLast()
        }
        let exists = path.contains("*") ? globMatches(path) : tree.contains(path)
        return exists ? .found : .missing(subject: text, what: "\(path) does not exist")
    }

    private func globMatches(_ path: String) -> Bool {
        var folders = ["."]
        for part in path.split(separator: "/").map(String.init) {
            folders = folders.flatMap { folder -> [String] in
                guard part.contains("*") else { return tree.contains("\(folder)/\(part)") ? ["\(folder)/\(part)"] : [] }
                return tree.names(in: folder).filter { matches($0, glob: part) }.map { "\(folder)/\($0)" }
            }
            if part == "**" {
                return !folders.isEmpty
            }
        }
        return !folders.isEmpty
    }

    private func matches(_ name: String, glob: String) -> Bool {
        let parts = glob.split(separator: "*", omittingEmptySubsequences: false)
        guard let head = parts.first, let tail = parts.last, name.hasPrefix(head), name.hasSuffix(tail) else {
            return false
        }
        var rest = name.dropFirst(head.count).dropLast(tail.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    // MARK: Links

    /// `nil` if the destination is outside the workspace.
    private func link(_ destination: String, from document: MarkdownDocument) -> Lookup? {
        guard !destination.contains("://"), !destination.hasPrefix("mailto:"), !destination.isPlaceholder else {
            return nil
        }
        let parts = destination.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? document.path : resolve(parts[0], from: document.path)
        guard let file, tree.contains(file) else {
            return .missing(subject: destination, what: "the link target \(destination) does not exist")
        }
        guard parts.count == 2, let known = anchors[file], !known.contains(parts[1]) else { return .found }
        return .missing(subject: destination, what: "\(file) has no heading #\(parts[1])")
    }

    /// The path from the root, or `nil` if it leaves the workspace.
    private func resolve(_ link: String, from document: String) -> String? {
        var parts = link.hasPrefix("/") ? [] : document.split(separator: "/").dropLast().map(String.init)
        for part in link.split(separator: "/") where part != "." {
            if part == ".." {
                guard !parts.isEmpty else { return nil }
                parts.removeLast()
            } else {
                parts.append(String(part))
            }
        }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

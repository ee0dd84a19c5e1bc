/// Every path, link, anchor, make target, executable and Swift name in README.md, the files under Docs and .github, the
/// Makefile and scripts exists. The subcommands and options of executables are checked by `workbench examples`, because
/// they require built executables.
///
/// A piece of inline code or a word of a shell fence is a path if its first component is a folder or file at the
/// package's root. A name such as `Modules/<Name>` is a placeholder, and `Modules/*` must match a file.
struct DocsRule: Rule {
    let id = "docs"

    func judge(_ workspace: Workspace) -> Judgement {
        let inspector = ReferenceInspector(workspace: workspace)
        let names = SwiftNames(workspace: workspace)
        var count = 0
        let documents = workspace.documents + workspace.scripts
        let breaches = documents.flatMap { document in
            document.references.flatMap { reference in
                let lookups =
                    inspector.lookups(of: reference, in: document) + names.lookups(of: reference)
                count += lookups.count
                return lookups.compactMap { lookup -> Breach? in
                    guard case .missing(let subject, let what) = lookup else { return nil }
                    return Breach(
                        file: document.path, line: reference.line, rule: id, subject: subject, what: what,
                        why: "A name that does not exist misleads the reader",
                        fix: "Write a name that exists")
                }
            }
        }
        return Judgement(
            breaches: breaches, tally: Tally(["document": documents.count, "reference": count]))
    }
}

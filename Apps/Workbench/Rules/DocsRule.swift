/// What README.md and the pages under Docs name exists: paths, links with their anchors, make targets, executables.
///
/// A piece of inline code or a word of a shell fence is taken for a path where its first part is a folder or file at
/// the package's root; a name such as `Modules/<Name>` is a placeholder, and `Modules/*` has to match something.
struct DocsRule: Rule {
    let id = "docs"

    func judge(_ workspace: Workspace) -> Judgement {
        let inspector = ReferenceInspector(workspace: workspace)
        var count = 0
        let breaches = workspace.documents.flatMap { document in
            document.references.flatMap { reference in
                let lookups = inspector.lookups(of: reference, in: document)
                count += lookups.count
                return lookups.compactMap { lookup -> Breach? in
                    guard case .missing(let subject, let what) = lookup else { return nil }
                    return Breach(
                        file: document.path, line: reference.line, rule: id, subject: subject, what: what,
                        why: "A page that names what is gone costs its reader more than no page",
                        fix: "Correct the name, or bring back what it names")
                }
            }
        }
        return Judgement(
            breaches: breaches, tally: Tally(["document": workspace.documents.count, "reference": count]))
    }
}

/// Only test targets use `@testable import`. Elsewhere it breaks every release build.
struct TestableRule: Rule {
    let id = "testable"

    func judge(_ workspace: Workspace) -> Judgement {
        var breaches: [Breach] = []
        var count = 0
        for (file, row) in workspace.ruledFiles {
            count += file.imports.count
            // The imports rule reports a module that the row does not list.
            for declaration in file.imports
            where declaration.attributes.contains("testable") && row.kind != .test
                && row.imports.contains(declaration.module)
            {
                breaches.append(
                    Breach(
                        file: file.path, line: declaration.line, rule: id, subject: declaration.module,
                        what: "\(row.target) is not a test target and imports \(declaration.module) with @testable",
                        why: "A release build has no testable modules, so the target does not compile there",
                        fix: "Delete @testable, and make what the target needs package or public"))
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["file": workspace.ruledFiles.count, "import": count]))
    }
}

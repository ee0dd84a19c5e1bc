/// Only test targets use `@testable import`. Elsewhere it breaks every release build.
struct TestableRule: Rule {
    let id = "testable"

    func judge(_ workspace: Workspace) -> Judgement {
        var breaches: [Breach] = []
        var count = 0
        for (file, row) in workspace.ruledFiles {
            count += file.imports.count
            for declaration in file.imports where declaration.attributes.contains("testable") && row.kind != .test {
                breaches.append(
                    Breach(
                        file: file.path, line: declaration.line, rule: id, subject: declaration.module,
                        what: "\(row.target) is no test target and imports \(declaration.module) with @testable",
                        why: "A release build has no testable modules, so the target does not compile there",
                        fix: "Use the public API, or make the declaration public or package"))
            }
        }
        return Judgement(breaches: breaches, tally: Tally(["file": workspace.ruledFiles.count, "import": count]))
    }
}

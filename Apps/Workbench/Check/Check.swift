/// Holds a workspace to its contract.
struct Check {
    private let rules: [any Rule]

    /// All rules, those included that the contract states as data.
    ///
    /// - Throws: ``WorkspaceError`` where a word rule fails its own proof.
    init(contract: LayerContract) throws {
        let coded: [any Rule] = [
            ImportsRule(), ManifestRule(), OwnersRule(), ReachabilityRule(), TestableRule(), GlobalsRule(),
            UncheckedRule(), DocsRule(),
        ]
        rules = try coded + contract.words.map { try WordRule(row: $0) }
    }

    func run(on workspace: Workspace) -> CheckReport {
        let verdicts = rules.map { (rule: $0.id, judgement: $0.judge(workspace)) }
        let found = verdicts.flatMap(\.judgement.breaches)
        let exceptions = workspace.contract.exceptions
        let unexcused = found.filter { breach in !exceptions.contains { $0.covers(breach) } }

        let exhaustive = ExhaustiveRule(
            idleRules: verdicts.filter(\.judgement.tally.isEmpty).map(\.rule),
            staleExceptions: exceptions.filter { exception in !found.contains { exception.covers($0) } })
        let last = exhaustive.judge(workspace)
        return CheckReport(
            breaches: unexcused + last.breaches,
            tallies: verdicts.map { ($0.rule, $0.judgement.tally) } + [(exhaustive.id, last.tally)])
    }
}

/// Judges a workspace by its contract and vocabulary.
struct Check {
    /// Which rules run.
    enum Selection {
        /// Every rule, with the enforced phrases of the vocabulary only.
        case contract
        /// The whole vocabulary, and nothing else.
        case vocabulary
    }

    private let rules: [any Rule]
    private let selection: Selection

    /// - Throws: ``WorkspaceError`` if a rule that is data fails its own test.
    init(contract: LayerContract, vocabulary: Vocabulary, selection: Selection = .contract) throws {
        self.selection = selection
        let phrases = try VocabularyRule(rows: vocabulary.phrases, judgesAll: selection == .vocabulary)
        switch selection {
        case .contract:
            let coded: [any Rule] = [
                ImportsRule(), GrantsRule(), ManifestRule(), OwnersRule(), ReachabilityRule(), TestableRule(),
                GlobalsRule(), UncheckedRule(), DocumentedRule(), DocsRule(), DecisionsRule(), FeaturesRule(), phrases,
            ]
            rules = try coded + contract.words.map { try WordRule(row: $0) }
        case .vocabulary:
            rules = [phrases]
        }
    }

    func run(on workspace: Workspace) -> CheckReport {
        let verdicts = rules.map { (rule: $0.id, judgement: $0.judge(workspace)) }
        let found = verdicts.flatMap(\.judgement.breaches)
        let exceptions = workspace.contract.exceptions
        var reported: Set<[String]> = []
        let unexcused = found.filter { breach in
            // Two rows of words can forbid the same code in one place, which is one breach.
            !exceptions.contains { $0.covers(breach) }
                && reported.insert([breach.file, "\(breach.line)", breach.what]).inserted
        }
        var tallies = verdicts.map { ($0.rule, $0.judgement.tally) }
        guard selection == .contract else { return CheckReport(breaches: unexcused, tallies: tallies) }

        let exhaustive = ExhaustiveRule(
            idleRules: verdicts.filter(\.judgement.tally.isEmpty).map(\.rule),
            staleExceptions: exceptions.filter { exception in !found.contains { exception.covers($0) } })
        let last = exhaustive.judge(workspace)
        tallies.append((exhaustive.id, last.tally))
        return CheckReport(breaches: unexcused + last.breaches, tallies: tallies)
    }
}

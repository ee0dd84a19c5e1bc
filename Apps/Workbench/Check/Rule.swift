/// One law of the workspace.
///
/// A rule looks at nothing but the ``Workspace``, reports every breach rather than the first, and counts what it
/// looked at. It knows no exceptions: ``Check`` sets those aside that the contract lists.
protocol Rule {
    /// What a breach and an exception call it: `imports`.
    var id: String { get }

    func judge(_ workspace: Workspace) -> Judgement
}

/// One rule of the workspace.
///
/// A rule reads the ``Workspace`` only, reports every breach rather than the first, and counts what it has judged.
/// ``Check`` removes the breaches that the contract lists as exceptions.
protocol Rule {
    /// The name that a breach prints and an exception repeats: `imports`.
    var id: String { get }

    func judge(_ workspace: Workspace) -> Judgement
}

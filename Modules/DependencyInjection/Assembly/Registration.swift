/// One line of the list with its value type forgotten: what it registers is data, how it is made stays inside.
public struct Registration: AssemblyElement {
    /// Key, lifetime, needs and place, as the ``Graph`` shows them.
    public let node: Graph.Node

    let makeCell: @Sendable () -> any AnyCell
    /// Set by ``Assembly/overriding(_:)`` when there was nothing to replace.
    var overridesNothing = false

    /// This one.
    public var registrations: [Registration] { [self] }

    init<Value>(_ recipe: Recipe<Value>) {
        node = recipe.node
        makeCell = { Cell(recipe) }
    }
}

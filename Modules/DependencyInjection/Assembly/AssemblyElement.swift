/// What may stand in the list of an ``Assembly``: a registration, or another assembly.
public protocol AssemblyElement: Sendable {
    /// What this element adds to the list, in order.
    var registrations: [Registration] { get }
}

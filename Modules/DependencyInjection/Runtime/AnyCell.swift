/// A ``Cell`` whose value type is known by its place in the list only.
protocol AnyCell: AnyObject, Sendable {
    var publication: Publication { get }
}

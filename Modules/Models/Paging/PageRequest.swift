/// The number and size of the page to request from a list.
public struct PageRequest: Sendable, Hashable {
    /// The page's number, counted from 1.
    public let number: Int
    /// The number of items on a page, 1 to 100.
    public let size: Int

    /// Throws ``InvalidValue`` with the field `page` or `per_page`, by the same rules as the server.
    public init(number: Int = 1, size: Int) throws(InvalidValue) {
        guard number >= 1 else { throw InvalidValue(field: "page", reason: "Pages are counted from 1.") }
        guard (1...100).contains(size) else {
            throw InvalidValue(field: "per_page", reason: "A page holds between 1 and 100 items.")
        }
        self.number = number
        self.size = size
    }
}

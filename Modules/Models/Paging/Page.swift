/// One page of a numbered list.
public struct Page<Item: Sendable>: Sendable {
    /// The items of this page, in the order of the list.
    public let items: [Item]
    /// The page's number, counted from 1.
    public let number: Int
    /// The number of items on a full page.
    public let size: Int
    /// The number of items on all pages together.
    public let total: Int

    public init(items: [Item], number: Int, size: Int, total: Int) {
        self.items = items
        self.number = number
        self.size = size
        self.total = total
    }

    /// The number of pages, at least 1: an empty list has one empty page.
    public var pageCount: Int {
        guard size > 0, total > 0 else { return 1 }
        // Not (total + size - 1) / size, which overflows if a server sends a huge total.
        return total / size + (total.isMultiple(of: size) ? 0 : 1)
    }

    /// Returns the same page with each item transformed.
    public func map<Other>(_ transform: (Item) throws(InvalidValue) -> Other) throws(InvalidValue) -> Page<Other> {
        var mapped: [Other] = []
        mapped.reserveCapacity(items.count)
        for item in items { mapped.append(try transform(item)) }
        return Page<Other>(items: mapped, number: number, size: size, total: total)
    }
}

extension Page: Equatable where Item: Equatable {}

extension Page: Decodable where Item: Decodable {
    enum CodingKeys: String, CodingKey {
        case items, total
        case number = "page"
        case size = "per_page"
    }
}

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

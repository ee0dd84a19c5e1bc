/// A first-in, first-out queue that can remove any element. Adding and removing take amortized constant time.
struct WaitingLine<Element: AnyObject & Sendable>: Sendable {
    private var elements: [Int: Element] = [:]
    private var tickets: [ObjectIdentifier: Int] = [:]
    private var first = 0
    private var next = 0

    var count: Int { elements.count }

    /// All elements in their order.
    var all: [Element] { elements.sorted { $0.key < $1.key }.map(\.value) }

    mutating func append(_ element: Element) {
        elements[next] = element
        tickets[ObjectIdentifier(element)] = next
        next += 1
    }

    mutating func popFirst() -> Element? {
        while first < next {
            defer { first += 1 }
            guard let element = elements.removeValue(forKey: first) else { continue }
            tickets[ObjectIdentifier(element)] = nil
            return element
        }
        return nil
    }

    mutating func remove(_ element: Element) {
        guard let ticket = tickets.removeValue(forKey: ObjectIdentifier(element)) else { return }
        elements[ticket] = nil
    }
}

extension [Graph.Node] {
    /// What was perhaps meant by `key`: the same type under another name, or the same name for another type.
    func similar(to key: AnyKey) -> [Graph.Node] {
        filter { $0.key != key && ($0.key.typeID == key.typeID || $0.key.name == key.name) }
    }

    /// Lines for the end of a cause, three at most.
    var hint: String {
        let lines = prefix(3).map { "\n  Similar: \($0.location) registers \($0.key)." }
        return (lines + (count > 3 ? ["\n  Similar: \(count - 3) more."] : [])).joined()
    }
}

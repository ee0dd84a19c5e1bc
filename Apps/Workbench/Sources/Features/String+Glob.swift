extension String {
    /// Whether the path matches a pattern: `*` matches part of one component, `**` any number of components. A pattern
    /// that names a folder matches the folder's contents.
    func matches(glob: String) -> Bool {
        Self.match(split(separator: "/")[...], glob.split(separator: "/")[...])
    }

    private static func match(_ path: ArraySlice<Substring>, _ glob: ArraySlice<Substring>) -> Bool {
        guard let part = glob.first else { return true }
        if part == "**" {
            return (path.startIndex...path.endIndex).contains { match(path[$0...], glob.dropFirst()) }
        }
        guard let name = path.first, matches(name[...], part[...]) else { return false }
        return match(path.dropFirst(), glob.dropFirst())
    }

    private static func matches(_ name: Substring, _ glob: Substring) -> Bool {
        guard let first = glob.first else { return name.isEmpty }
        if first == "*" {
            return matches(name, glob.dropFirst()) || (!name.isEmpty && matches(name.dropFirst(), glob))
        }
        return name.first == first && matches(name.dropFirst(), glob.dropFirst())
    }
}

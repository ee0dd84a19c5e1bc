extension String {
    /// Whether this is a placeholder, which the reader replaces with a value: `NAME`, `<name>`, `$HOME`, `…`.
    var isPlaceholder: Bool {
        contains { "<>{}$…".contains($0) } || contains("...")
            || allSatisfy { $0.isUppercase || $0 == "_" } && !isEmpty
    }
}

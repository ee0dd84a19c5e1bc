extension String {
    /// Whether the reader replaces it by a value: `NAME`, `<name>`, `$HOME`, `…`.
    var isPlaceholder: Bool {
        contains { "<>{}$…".contains($0) } || contains("...")
            || allSatisfy { $0.isUppercase || $0 == "_" } && !isEmpty
    }
}

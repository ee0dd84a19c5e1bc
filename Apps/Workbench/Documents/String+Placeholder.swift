extension String {
    /// Whether it stands for something that the reader puts in: `NAME`, `<name>`, `$HOME`, `…`.
    var isPlaceholder: Bool {
        contains { "<>{}$…".contains($0) } || contains("...")
            || allSatisfy { $0.isUppercase || $0 == "_" } && !isEmpty
    }
}
